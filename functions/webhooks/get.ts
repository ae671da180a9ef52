import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { answerWebhook, WebhookAnswer } from '../../shared/webhooks/present.ts';
import { readWebhook } from '../../shared/webhooks/write.ts';

export default endpoint({
  path: IdPath,
  answer: WebhookAnswer,
  async handle({ path }) {
    return answerWebhook(await readWebhook(path.id));
  },
});
