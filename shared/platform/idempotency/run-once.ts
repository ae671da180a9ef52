import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { nowMs, nowTs } from '../core/clock.ts';
import { Conflict, IdempotencyInProgress, IdempotencyKeyReused, NotFound } from '../core/errors.ts';
import { logError } from '../log/log.ts';
import { ANONYMOUS, type Caller } from '../http/caller.ts';
import type { Answer, AnyEndpoint } from '../http/endpoint.ts';
import type { Claim } from '../http/event.ts';
import { hasToken, type Condition } from '../store/condition.ts';
import { isLeaseOver, leaseTimeValues } from '../store/lease-time.ts';
import { putUnder } from '../store/put.ts';
import { RequestClaim } from '../store/request-claim.ts';
import { getItem } from '../store/table.ts';
import { Transaction } from '../store/transaction.ts';
import { putAnswer, readAnswer } from './answer.ts';
import { LEASE_S, requestItem, requestKey, StoredRequest } from './record.ts';

/** Another request has claimed the key. */
class Claimed extends Error {}

/**
 * Runs a request once under its Idempotency-Key, or returns the stored answer of the first one: see record.ts.
 * @throws IdempotencyInProgress, IdempotencyKeyReused, Conflict, and what `run` throws
 */
export async function runOnce(
  { pk, fingerprint }: Claim,
  endpoint: Pick<AnyEndpoint, 'remembered' | 'recall'>,
  run: () => Promise<Answer<unknown>>,
  caller: Caller = ANONYMOUS,
): Promise<Answer<unknown>> {
  const working: StoredRequest = {
    state: 'working',
    token: randomUUID(),
    fingerprint,
    until: nowMs() / 1000 + LEASE_S,
    parts: 0,
  };
  try {
    await putUnder(isFreeFor(working), requestItem(pk, working, nowTs()));
  } catch (error) {
    if (error instanceof Claimed)
      return await answerFromClaim(pk, fingerprint, async id => await endpoint.recall?.(id, caller));
    throw error;
  }
  return await runClaimed(pk, working, body => endpoint.remembered?.(body) ?? body, run);
}

async function runClaimed(
  pk: string,
  working: StoredRequest,
  remembered: (answer: unknown) => unknown,
  run: () => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const condition = hasToken(working.token, () => new IdempotencyInProgress());
  const made = requestItem(pk, { ...working, state: 'made' }, nowTs());
  const claim = new RequestClaim({ item: made, condition });
  let answer: Answer<unknown>;
  try {
    answer = await claim.hold(run);
  } catch (error) {
    if (!claim.isTaken) await release(pk, working.token);
    throw error;
  }
  try {
    const kept = { ...answer, body: remembered(answer.body) };
    const parts = await putAnswer(pk, working.token, kept, nowTs());
    await putUnder(condition, requestItem(pk, { ...working, state: 'answered', parts }, nowTs()));
  } catch (error) {
    // The request has had its effect, so its caller still gets the answer.
    logError('answer not stored', error);
  }
  return answer;
}

/** Answers with a record that exists; undefined when the endpoint can't. */
type Recall = (id: number) => Promise<Answer<unknown> | undefined>;

async function answerFromClaim(pk: string, fingerprint: string, recall: Recall): Promise<Answer<unknown>> {
  const item = await getItem(requestKey(pk), { consistent: true });
  // Released between the two calls: the first request failed a moment ago.
  if (!item) throw new IdempotencyInProgress();
  const found = v.parse(StoredRequest, item);
  if (found.fingerprint !== fingerprint) throw new IdempotencyKeyReused();
  if (found.state === 'answered') return await readAnswer(pk, found);
  if (found.state === 'made' && isLeaseOver(found.until * 1000, LEASE_S * 1000))
    return await answerAgain(found, recall);
  throw new IdempotencyInProgress();
}

/** Answers a request whose function ended between its record and its answer. @throws Conflict when the record can't be shown */
async function answerAgain({ record_id: id }: StoredRequest, recall: Recall): Promise<Answer<unknown>> {
  try {
    const answer = id === undefined ? undefined : await recall(id);
    if (answer) return { ...answer, replayed: true };
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
  throw new Conflict(
    'The first request with this Idempotency-Key had its effect, but its answer is lost: look for the result before you send it again under another key',
  );
}

/** Deletes the claim of a failed request, so that a repetition runs. If that fails, the repetition waits for the lease to end. */
async function release(pk: string, token: string): Promise<void> {
  await new Transaction()
    .delete(requestKey(pk), isWorkedOnBy(token))
    .commit()
    .catch((error: unknown) => logError('idempotency key not released', error));
}

/**
 * The key is unclaimed, or claimed by this request: when the answer to its put is lost, the SDK repeats it and finds its own item.
 */
function isFreeFor({ token, fingerprint }: StoredRequest): Condition {
  return {
    expression:
      'attribute_not_exists(pk) OR #token = :token OR expires < :now OR (#state = :working AND (#until < :before OR #until > :after) AND fingerprint = :fingerprint)',
    names: { '#token': 'token', '#state': 'state', '#until': 'until' },
    values: {
      ':token': token,
      ':now': nowTs(),
      ...leaseTimeValues(LEASE_S),
      ':working': 'working',
      ':fingerprint': fingerprint,
    },
    otherwise: () => new Claimed(),
  };
}

/** The request still holds the claim and has written no record; a transaction whose answer was lost may have. */
function isWorkedOnBy(token: string): Condition {
  return {
    expression: '#token = :token AND #state = :working',
    names: { '#token': 'token', '#state': 'state' },
    values: { ':token': token, ':working': 'working' },
    otherwise: () => new IdempotencyInProgress(),
  };
}
