import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { BulkAnswer, BulkItems, BulkQuery } from '../../shared/library/dam/bulk/input.ts';
import { runBulk } from '../../shared/library/dam/bulk/run.ts';
import { toView } from './view.ts';

export default endpoint({
  query: BulkQuery,
  body: BulkItems,
  answer: BulkAnswer,
  async handle({ query, body, caller }) {
    return { body: await runBulk('PUT', body, toView(caller, query.thumbnail_sizes)) };
  },
});
