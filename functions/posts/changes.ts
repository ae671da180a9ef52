import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { ChangesQuery } from '../../shared/posts/changes/input.ts';
import { listPublicChanges, PublicChanges } from '../../shared/posts/changes/public-feed.ts';

export default endpoint({
  query: ChangesQuery,
  answer: PublicChanges,
  async handle({ query }) {
    return { body: await listPublicChanges(query) };
  },
});
