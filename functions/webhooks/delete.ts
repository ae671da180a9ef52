import { EmptyObject, endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { deleteWebhook } from '../../shared/webhooks/write.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  async handle({ path, ifMatch }) {
    await deleteWebhook(path.id, ifMatch);
    return { body: {} };
  },
});
