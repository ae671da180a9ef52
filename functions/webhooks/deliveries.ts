import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { listDeliveries } from '../../shared/posts/webhooks/deliveries.ts';
import { Delivery, presentDelivery } from '../../shared/posts/webhooks/present.ts';

export default endpoint({
  path: IdPath,
  answer: v.array(Delivery),
  async handle({ path }) {
    return { body: (await listDeliveries(path.id)).map(presentDelivery) };
  },
});
