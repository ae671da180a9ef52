import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { answerWebhook, WebhookAnswer } from '../../shared/webhooks/present.ts';
import { Webhooks } from '../../shared/webhooks/record.ts';

export default endpoint({
  path: IdPath,
  answer: WebhookAnswer,
  async handle({ path }) {
    return answerWebhook(await Webhooks.read(path.id, true));
  },
});
