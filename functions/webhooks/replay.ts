import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { pathId } from '../../shared/platform/http/query.ts';
import { replayDelivery } from '../../shared/posts/webhooks/deliveries.ts';
import { Delivery, presentDelivery } from '../../shared/posts/webhooks/present.ts';

export default endpoint({
  path: v.object({ id: pathId, delivery_id: pathId }),
  answer: Delivery,
  async handle({ path }) {
    return { body: presentDelivery(await replayDelivery(path.id, path.delivery_id)) };
  },
});
