import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { WebhookCreateInput } from '../../shared/posts/webhooks/input.ts';
import { answerWebhook, WebhookAnswer } from '../../shared/posts/webhooks/present.ts';
import { createWebhook } from '../../shared/posts/webhooks/write.ts';

export default endpoint({
  body: WebhookCreateInput,
  answer: WebhookAnswer,
  remembered: answer => ({ ...answer, secret: null }),
  async handle({ body }) {
    const { webhook, secret } = await createWebhook(body);
    return answerWebhook(webhook, secret);
  },
});
