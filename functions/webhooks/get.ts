import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { answerWebhook, WebhookAnswer } from '../../shared/posts/webhooks/present.ts';
import { Webhooks } from '../../shared/posts/webhooks/record.ts';

export default endpoint({
  path: IdPath,
  answer: WebhookAnswer,
  async handle({ path }) {
    return answerWebhook(await Webhooks.read(path.id, { consistent: true }));
  },
});
