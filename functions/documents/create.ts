import * as v from 'valibot';
import { createDocuments } from '../../shared/library/documents/write.ts';
import { DocumentCreateInput } from '../../shared/library/documents/input.ts';
import { Document, presentDocument } from '../../shared/library/documents/present.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { multipartOrJson } from '../../shared/platform/http/multipart.ts';

export default endpoint({
  parse: multipartOrJson,
  body: DocumentCreateInput,
  answer: v.union([Document, v.array(Document)]),
  async handle({ body, caller }) {
    const documents = (await createDocuments(body, caller)).map(presentDocument);
    const [first] = documents;
    return documents.length === 1 && first ? { body: first, version: 1 } : { body: documents };
  },
});
