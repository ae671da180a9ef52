import { editDocument } from '../../shared/library/documents/write.ts';
import { DocumentEditInput, fileOrUpload } from '../../shared/library/documents/input.ts';
import { Document, presentDocument } from '../../shared/library/documents/present.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';

export default endpoint({
  path: IdPath,
  parse: fileOrUpload,
  body: DocumentEditInput,
  answer: Document,
  async handle({ path, body, ...request }) {
    const { value, version } = await editDocument(path.id, body, request);
    return { body: presentDocument(value), version };
  },
});
