import { editDocument } from '../../shared/documents/write.ts';
import { DocumentEditInput, fileOrUpload } from '../../shared/documents/input.ts';
import { Document, presentDocument } from '../../shared/documents/present.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';

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
