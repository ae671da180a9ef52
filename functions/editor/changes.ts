import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { EditorChanges, listChanges } from '../../shared/posts/changes/editor-feed.ts';
import { ChangesQuery } from '../../shared/posts/changes/input.ts';

export default endpoint({
  query: ChangesQuery,
  answer: EditorChanges,
  async handle({ query, caller }) {
    return { body: await listChanges(query, caller) };
  },
});
