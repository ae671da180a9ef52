import { endpoint } from '../../shared/http/endpoint.ts';
import { WebhookCreateInput } from '../../shared/webhooks/input.ts';
import { answerWebhook, WebhookAnswer } from '../../shared/webhooks/present.ts';
import { createWebhook } from '../../shared/webhooks/write.ts';

export default endpoint({
  body: WebhookCreateInput,
  answer: WebhookAnswer,
  remembered: answer => ({ ...answer, secret: null }),
  async handle({ body }) {
    const { webhook, secret } = await createWebhook(body);
    return answerWebhook(webhook, secret);
  },
});
