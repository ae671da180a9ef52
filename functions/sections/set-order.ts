import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { OrderAnswer, OrderInput } from '../../shared/order/record.ts';
import { saveOrder } from '../../shared/order/write.ts';
import { reportSiteChange } from '../../shared/webhooks/event.ts';

export default endpoint({
  path: IdPath,
  body: OrderInput,
  answer: OrderAnswer,
  async handle({ path, body, caller, ifMatch }) {
    const options = { ifMatch, report: reportSiteChange('order', caller) };
    return { body, version: await saveOrder(path.id, body.post_ids, options) };
  },
});
