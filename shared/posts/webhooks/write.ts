import { nowTs } from '../../platform/core/clock.ts';
import { Conflict } from '../../platform/core/errors.ts';
import { getDefaults } from '../../platform/core/complete.ts';
import { applyInput } from '../../platform/values/fields.ts';
import { newId } from '../../platform/core/ids.ts';
import type { IfMatch } from '../../platform/core/if-match.ts';
import { checkAddress } from '../../platform/http/guarded/client.ts';
import { recordWrite } from '../../platform/store/audit/record.ts';
import { parseRecord, type Versioned } from '../../platform/store/records/record.ts';
import { retryContended } from '../../platform/store/retry.ts';
import { getItem } from '../../platform/store/table.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { changeRecord, putNext } from '../../platform/store/records/update-record.ts';
import {
  createRecord,
  deleteRecord,
  editRecord,
  putRecord,
} from '../../platform/store/records/write-entity.ts';
import type { WebhookCreateInput, WebhookInput } from './input.ts';
import { secretKey, newSecret, secretItem } from './keys.ts';
import { unmaskHeaders } from './present.ts';
import { clearWantedActions } from './read.ts';
import { Head, headKey, MAX_WEBHOOKS, Webhook, Webhooks } from './record.ts';

const DEFAULTS = getDefaults(Webhook);
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
    const webhook = await putRecord(Webhooks, transaction, null, value);
    countInHead(transaction, head, 1);
    recordWrite(transaction, 'webhook', { before: null, after: value });
    await transaction.commitCreation();
    clearWantedActions();
    return { webhook, secret };
  });
}

/** Restores an exported webhook under its own id, with a new secret that no receiver knows yet: an operator sets another one. */
export async function restoreWebhook(webhook: Webhook): Promise<void> {
  await createRecord(Webhooks, async transaction => {
    transaction.put(secretItem(webhook.id, newSecret()));
    countInHead(transaction, await readHead(), 1);
    return webhook;
  });
  clearWantedActions();
}

/** @throws NotFound, InvalidInput (a masked header), UrlNotAllowed, PreconditionFailed */
export async function editWebhook(id: number, input: WebhookInput, ifMatch: IfMatch): Promise<Written> {
  if (input.url !== undefined) await checkAddress(input.url);
  const secret = input.secret === null ? newSecret() : undefined;
  const webhook = await editRecord(Webhooks, { id, ifMatch }, ({ value, transaction }) => {
    if (secret !== undefined) transaction.put(secretItem(id, secret));
    const fields = applyInput<Editable>(value, withHeaders(input, value.headers), DEFAULTS);
    const next = { ...value, ...fields, url: input.url ?? value.url };
    recordWrite(transaction, 'webhook', {
      before: value,
      after: next,
      others: secret === undefined ? [] : ['secret'],
    });
    return next;
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
    const [webhook, head] = await Promise.all([Webhooks.read(id, { consistent: true }), readHead()]);
    return { ...webhook, head };
  };
  await changeRecord({ read, ifMatch }, async ({ head, ...webhook }) => {
    const transaction = new Transaction();
    await deleteRecord(Webhooks, transaction, webhook);
    transaction.delete(secretKey(id));
    countInHead(transaction, head, -1);
    recordWrite(transaction, 'webhook', { before: webhook.value, after: null });
    await transaction.commit();
    clearWantedActions();
  });
}

/** @returns version 0 before the first webhook is created */
async function readHead(): Promise<Versioned<Head>> {
  const item = await getItem(headKey, { consistent: true });
  return item ? parseRecord(Head, item) : { version: 0, value: { count: 0 } };
}

/** Counts webhooks in the head. The second of two concurrent changes fails on the head's version, so that MAX_WEBHOOKS holds. */
function countInHead(transaction: Transaction, head: Versioned<Head>, added: number): void {
  putNext(transaction, headKey, { current: head, next: { count: head.value.count + added } });
}
