import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { testWebhook } from '../../shared/webhooks/deliveries.ts';
import { Delivery, presentDelivery } from '../../shared/webhooks/present.ts';

export default endpoint({
  path: IdPath,
  answer: Delivery,
  async handle({ path, caller }) {
    return { body: presentDelivery(await testWebhook(path.id, caller)) };
  },
});
