import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { OrderAnswer, OrderInput } from '../../shared/posts/order/record.ts';
import { saveOrder } from '../../shared/posts/order/write.ts';
import { reportSiteChange } from '../../shared/posts/webhooks/event.ts';

export default endpoint({
  path: IdPath,
  body: OrderInput,
  answer: OrderAnswer,
  async handle({ path, body, caller, ifMatch }) {
    const options = { ifMatch, report: reportSiteChange('order', caller) };
    return { body, version: await saveOrder(path.id, body.post_ids, options) };
  },
});
