import { nowTs } from '../core/clock.ts';
import { Conflict, NotFound } from '../core/errors.ts';
import { defaultsOf } from '../core/complete.ts';
import { applyInput } from '../core/fields.ts';
import { newId } from '../core/ids.ts';
import type { IfMatch } from '../core/if-match.ts';
import { checkAddress } from '../http/guarded/client.ts';
import { hasVersion } from '../store/condition.ts';
import { parseRecord, type Versioned } from '../store/record.ts';
import { retryContended } from '../store/retry.ts';
import { getItem } from '../store/table.ts';
import { Transaction } from '../store/transaction.ts';
import { changeRecord, putNext, updateRecord } from '../store/update-record.ts';
import type { WebhookCreateInput, WebhookInput } from './input.ts';
import { headKey, secretKey, webhookKey, newSecret, secretItem } from './keys.ts';
import { unmaskHeaders } from './present.ts';
import { clearWantedActions } from './read.ts';
import { Head, MAX_WEBHOOKS, Webhook } from './record.ts';

const DEFAULTS = defaultsOf(Webhook);
type Editable = typeof DEFAULTS;

/** A webhook, and its secret when this request generated it. */
export interface Written {
  webhook: Versioned<Webhook>;
  secret?: string;
}

/** @throws InvalidInput (a masked header), UrlNotAllowed, Conflict (too many) */
export async function createWebhook(input: WebhookCreateInput): Promise<Written> {
  await checkAddress(input.url);
  const sent = withHeaders(input, {});
  const secret = newSecret();
  return await retryContended(async () => {
    const head = await readHead();
    if (head.value.count >= MAX_WEBHOOKS) throw new Conflict(`There can be at most ${MAX_WEBHOOKS} webhooks`);
    const fields = applyInput(DEFAULTS, sent, DEFAULTS);
    const id = newId();
    const transaction = new Transaction().put(secretItem(id, secret));
    const value = { id, url: input.url, ...fields, created_ts: nowTs() };
    const webhook = putNext(transaction, webhookKey(id), null, value);
    countInHead(transaction, head, 1);
    await transaction.commitCreation();
    clearWantedActions();
    return { webhook, secret };
  });
}

/** Restores an exported webhook under its own id, with a new secret that no receiver knows yet: an operator sets another one. */
export async function restoreWebhook(webhook: Webhook): Promise<void> {
  await retryContended(async () => {
    const head = await readHead();
    const transaction = new Transaction().put(secretItem(webhook.id, newSecret()));
    putNext(transaction, webhookKey(webhook.id), null, webhook);
    countInHead(transaction, head, 1);
    await transaction.commit();
  });
  clearWantedActions();
}

/** @throws NotFound, InvalidInput (a masked header), UrlNotAllowed, PreconditionFailed */
export async function editWebhook(id: number, input: WebhookInput, ifMatch: IfMatch): Promise<Written> {
  if (input.url !== undefined) await checkAddress(input.url);
  const secret = input.secret === null ? newSecret() : undefined;
  const target = { key: webhookKey(id), read: () => readWebhook(id), ifMatch };
  const webhook = await updateRecord(target, (value, transaction) => {
    if (secret !== undefined) transaction.put(secretItem(id, secret));
    const fields = applyInput<Editable>(value, withHeaders(input, value.headers), DEFAULTS);
    return { ...value, ...fields, url: input.url ?? value.url };
  });
  clearWantedActions();
  return secret === undefined ? { webhook } : { webhook, secret };
}

/** Replaces masks in the sent headers with the stored values. */
function withHeaders<T extends Pick<WebhookInput, 'headers'>>(input: T, stored: Webhook['headers']): T {
  return input.headers ? { ...input, headers: unmaskHeaders(input.headers, stored) } : input;
}

/** Deliveries stay until they expire. @throws NotFound, PreconditionFailed */
export async function deleteWebhook(id: number, ifMatch: IfMatch): Promise<void> {
  const read = async () => {
    const [{ version }, head] = await Promise.all([readWebhook(id), readHead()]);
    return { version, head };
  };
  await changeRecord({ read, ifMatch }, async ({ version, head }) => {
    const transaction = new Transaction().delete(webhookKey(id), hasVersion(version)).delete(secretKey(id));
    countInHead(transaction, head, -1);
    await transaction.commit();
    clearWantedActions();
  });
}

/** The current record. @throws NotFound */
export async function readWebhook(id: number): Promise<Versioned<Webhook>> {
  const item = await getItem(webhookKey(id), true);
  if (!item) throw new NotFound(`There is no webhook with the id ${id}`);
  return parseRecord(Webhook, item);
}

/** @returns version 0 before the first webhook is created */
async function readHead(): Promise<Versioned<Head>> {
  const item = await getItem(headKey, true);
  return item ? parseRecord(Head, item) : { version: 0, value: { count: 0 } };
}

/** Of two concurrent changes the second fails on the head's version, so that MAX_WEBHOOKS holds. */
function countInHead(transaction: Transaction, head: Versioned<Head>, added: number): void {
  putNext(transaction, headKey, head, { count: head.value.count + added });
}
