import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pathId } from '../../shared/http/query.ts';
import { replayDelivery } from '../../shared/webhooks/deliveries.ts';
import { Delivery, presentDelivery } from '../../shared/webhooks/present.ts';

export default endpoint({
  path: v.object({ id: pathId, delivery_id: pathId }),
  answer: Delivery,
  async handle({ path }) {
    return { body: presentDelivery(await replayDelivery(path.id, path.delivery_id)) };
  },
});
