import { nowTs } from '../core/clock.ts';
import { Conflict, NotFound } from '../core/errors.ts';
import { applyInput } from '../core/fields.ts';
import { newId } from '../core/ids.ts';
import { checkAddress } from '../http/guarded/check.ts';
import { requireMatch, type IfMatch } from '../http/match.ts';
import { parseRecord, recordItem, type Versioned } from '../store/record.ts';
import { retryContended } from '../store/retry.ts';
import { getItem } from '../store/table.ts';
import { hasVersion, isNew } from '../store/condition.ts';
import { Transaction } from '../store/transaction.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { ACTIONS } from './actions.ts';
import type { WebhookCreateInput, WebhookInput } from './input.ts';
import { clearWantedActions } from './known.ts';
import { unmaskHeaders } from './masking.ts';
import { Head, headKey, MAX_WEBHOOKS, secretKey, Webhook, webhookKey } from './record.ts';
import { newSecret, secretItem } from './secret.ts';

type Editable = Pick<Webhook, 'actions' | 'headers' | 'active'>;

const DEFAULTS: Editable = { actions: [...ACTIONS], headers: {}, active: true };

/** A webhook, and its secret when this request generated it. */
export interface Written {
  webhook: Versioned<Webhook>;
  secret?: string;
}

/** @throws InvalidInput (a masked header), UrlNotAllowed, Conflict (too many) */
export async function createWebhook(input: WebhookCreateInput, unit?: UnitOfWork): Promise<Written> {
  await checkAddress(input.url);
  const sent = withHeaders(input, {});
  const secret = newSecret();
  return await retryContended(async () => {
    const head = await readHead();
    if (head.value.count >= MAX_WEBHOOKS) throw new Conflict(`There can be at most ${MAX_WEBHOOKS} webhooks`);
    const fields = applyInput(DEFAULTS, sent, DEFAULTS);
    const webhook = { id: newId(), url: input.url, ...fields, created_ts: nowTs() };
    const transaction = new Transaction()
      .put(recordItem(webhookKey(webhook.id), 1, webhook), isNew)
      .put(secretItem(webhook.id, secret));
    countInHead(transaction, head, 1);
    await transaction.commit(unit);
    clearWantedActions();
    return { webhook: { version: 1, value: webhook }, secret };
  });
}

/** @throws NotFound, InvalidInput (a masked header), UrlNotAllowed, PreconditionFailed */
export async function editWebhook(id: number, input: WebhookInput, ifMatch: IfMatch): Promise<Written> {
  if (input.url !== undefined) await checkAddress(input.url);
  const secret = input.secret === null ? newSecret() : undefined;
  return await retryContended(async () => {
    const { value, version } = await readWebhook(id);
    requireMatch(ifMatch, version);
    const next = {
      ...value,
      ...applyInput<Editable>(value, withHeaders(input, value.headers), DEFAULTS),
      url: input.url ?? value.url,
    };
    const transaction = new Transaction();
    transaction.put(recordItem(webhookKey(id), version + 1, next), hasVersion(version));
    if (secret !== undefined) transaction.put(secretItem(id, secret));
    await transaction.commit();
    clearWantedActions();
    const webhook = { version: version + 1, value: next };
    return secret === undefined ? { webhook } : { webhook, secret };
  });
}

/** Replaces masks in the sent headers with the stored values. */
function withHeaders<T extends Pick<WebhookInput, 'headers'>>(input: T, stored: Webhook['headers']): T {
  return input.headers ? { ...input, headers: unmaskHeaders(input.headers, stored) } : input;
}

/** Deliveries stay until they expire. @throws NotFound, PreconditionFailed */
export async function deleteWebhook(id: number, ifMatch: IfMatch): Promise<void> {
  await retryContended(async () => {
    const [{ version }, head] = await Promise.all([readWebhook(id), readHead()]);
    requireMatch(ifMatch, version);
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
function countInHead(transaction: Transaction, { version, value }: Versioned<Head>, added: number): void {
  const next = { count: value.count + added };
  transaction.put(recordItem(headKey, version + 1, next), version === 0 ? isNew : hasVersion(version));
}
