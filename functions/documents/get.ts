import { Document, presentDocument } from '../../shared/documents/present.ts';
import { Documents } from '../../shared/documents/record.ts';
import { readsConsistently } from '../../shared/http/caller.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';

export default endpoint({
  path: IdPath,
  answer: Document,
  async handle({ path, caller }) {
    const { value, version } = await Documents.read(path.id, readsConsistently(caller));
    return { body: presentDocument(value), version };
  },
});
