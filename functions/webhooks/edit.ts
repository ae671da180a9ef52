import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { WebhookInput } from '../../shared/webhooks/input.ts';
import { answerWebhook, WebhookAnswer } from '../../shared/webhooks/present.ts';
import { editWebhook } from '../../shared/webhooks/write.ts';

export default endpoint({
  path: IdPath,
  body: WebhookInput,
  answer: WebhookAnswer,
  async handle({ path, body, ifMatch }) {
    const { webhook, secret } = await editWebhook(path.id, body, ifMatch);
    return answerWebhook(webhook, secret);
  },
});
