import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { OrderAnswer } from '../../shared/posts/order/record.ts';
import { readOrder, requireSection } from '../../shared/posts/order/read.ts';

export default endpoint({
  path: IdPath,
  answer: OrderAnswer,
  async handle({ path, caller }) {
    const [order] = await Promise.all([
      readOrder(path.id, { consistent: readsConsistently(caller) }),
      requireSection(path.id),
    ]);
    return { body: { post_ids: [...order.postIds] }, version: order.version };
  },
});
