import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { WebhookInput } from '../../shared/posts/webhooks/input.ts';
import { answerWebhook, WebhookAnswer } from '../../shared/posts/webhooks/present.ts';
import { editWebhook } from '../../shared/posts/webhooks/write.ts';

export default endpoint({
  path: IdPath,
  body: WebhookInput,
  answer: WebhookAnswer,
  async handle({ path, body, ifMatch }) {
    const { webhook, secret } = await editWebhook(path.id, body, ifMatch);
    return answerWebhook(webhook, secret);
  },
});
