import { Document, presentDocument } from '../../shared/library/documents/present.ts';
import { Documents } from '../../shared/library/documents/record.ts';
import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';

export default endpoint({
  path: IdPath,
  answer: Document,
  async handle({ path, caller }) {
    const { value, version } = await Documents.read(path.id, { consistent: readsConsistently(caller) });
    return { body: presentDocument(value), version };
  },
});
