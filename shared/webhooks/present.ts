import * as v from 'valibot';
import type { Answer } from '../http/endpoint.ts';
import type { Versioned } from '../store/record.ts';
import { maskHeaders } from './masking.ts';
import { DeliveryRecord, Webhook } from './record.ts';

/** A webhook as answered; `secret` only where it has just been made. */
export const WebhookAnswer = v.object({
  ...Webhook.entries,
  secret: v.optional(v.nullable(v.string())),
});
export type WebhookAnswer = v.InferOutput<typeof WebhookAnswer>;

const { id, action, post_id, state, attempts, next_attempt_ts } = DeliveryRecord.entries;

export const Delivery = v.object({ id, action, post_id, state, attempts, next_attempt_ts });
export type Delivery = v.InferOutput<typeof Delivery>;

export function answerWebhook(
  { value, version }: Versioned<Webhook>,
  secret?: string,
): Answer<WebhookAnswer> {
  return {
    body: { ...presentWebhook(value), ...(secret !== undefined && { secret }) },
    version,
  };
}

/** The values of headers that carry secrets are not answered. */
export function presentWebhook(webhook: Webhook): WebhookAnswer {
  return {
    ...webhook,
    headers: maskHeaders(webhook.headers),
  };
}

export function presentDelivery({
  id,
  action,
  post_id,
  state,
  attempts,
  next_attempt_ts,
}: DeliveryRecord): Delivery {
  return { id, action, post_id, state, attempts, next_attempt_ts };
}
