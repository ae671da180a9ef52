import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { listDeliveries } from '../../shared/webhooks/deliveries.ts';
import { Delivery, presentDelivery } from '../../shared/webhooks/present.ts';

export default endpoint({
  path: IdPath,
  answer: v.array(Delivery),
  async handle({ path }) {
    return { body: (await listDeliveries(path.id)).map(presentDelivery) };
  },
});
