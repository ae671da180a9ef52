import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { readWebhooks } from '../../shared/posts/webhooks/read.ts';
import { presentWebhook, WebhookAnswer } from '../../shared/posts/webhooks/present.ts';

export default endpoint({
  answer: v.array(WebhookAnswer),
  async handle() {
    const webhooks = await readWebhooks();
    return { body: webhooks.map(({ value }) => presentWebhook(value)), total: webhooks.length };
  },
});
