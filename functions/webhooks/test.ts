import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { testWebhook } from '../../shared/posts/webhooks/deliveries.ts';
import { Delivery, presentDelivery } from '../../shared/posts/webhooks/present.ts';

export default endpoint({
  path: IdPath,
  answer: Delivery,
  async handle({ path, caller }) {
    return { body: presentDelivery(await testWebhook(path.id, caller)) };
  },
});
