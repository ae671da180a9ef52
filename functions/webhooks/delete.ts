import { EmptyObject, endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { deleteWebhook } from '../../shared/posts/webhooks/write.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  async handle({ path, ifMatch }) {
    await deleteWebhook(path.id, ifMatch);
    return { body: {} };
  },
});
