import { endpoint } from '../../shared/http/endpoint.ts';
import { readsConsistently } from '../../shared/http/caller.ts';
import { IdPath } from '../../shared/http/query.ts';
import { OrderAnswer } from '../../shared/order/record.ts';
import { readOrder, requireSection } from '../../shared/order/read.ts';

export default endpoint({
  path: IdPath,
  answer: OrderAnswer,
  async handle({ path, caller }) {
    const [order] = await Promise.all([
      readOrder(path.id, readsConsistently(caller)),
      requireSection(path.id),
    ]);
    return { body: { post_ids: [...order.postIds] }, version: order.version };
  },
});
