import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { nowTs } from '../core/clock.ts';
import { Conflict, IdempotencyInProgress, IdempotencyKeyReused } from '../core/errors.ts';
import { logError } from '../core/log.ts';
import type { Answer, AnyEndpoint } from '../http/endpoint.ts';
import type { Claim } from '../http/event.ts';
import { getItem } from '../store/table.ts';
import { putUnder, Transaction, type Condition } from '../store/transaction.ts';
import { UnitOfWork } from '../store/unit-of-work.ts';
import { putAnswer, readAnswer } from './answer.ts';
import { Remembered, requestItem, requestKey } from './record.ts';

/** Longer than any function behind the gateway runs. */
const LEASE_S = 60;

/** Somebody has claimed it before. */
class Claimed extends Error {}

/**
 * Runs a request, or answers what the same one was answered before: see record.ts.
 * @throws IdempotencyInProgress, IdempotencyKeyReused, Conflict, and what `run` throws
 */
export async function once(
  { pk, fingerprint }: Claim,
  endpoint: Pick<AnyEndpoint, 'remembered'>,
  run: (unit: UnitOfWork) => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const working: Remembered = {
    state: 'working',
    token: randomUUID(),
    fingerprint,
    until: nowTs() + LEASE_S,
    parts: 0,
  };
  try {
    await putUnder(isFreeFor(working), requestItem(pk, working, nowTs()));
  } catch (error) {
    if (error instanceof Claimed) return await answerAgain(pk, fingerprint);
    throw error;
  }
  return await runClaimed(pk, working, body => endpoint.remembered?.(body) ?? body, run);
}

async function runClaimed(
  pk: string,
  working: Remembered,
  remembered: (answer: unknown) => unknown,
  run: (unit: UnitOfWork) => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const condition = isHeldBy(working.token);
  const made = requestItem(pk, { ...working, state: 'made' }, nowTs());
  const unit = new UnitOfWork({ item: made, condition });
  let answer: Answer<unknown>;
  try {
    answer = await run(unit);
  } catch (error) {
    if (!unit.isTaken) await release(pk, working.token);
    throw error;
  }
  try {
    const kept = { ...answer, body: remembered(answer.body) };
    const parts = await putAnswer(pk, working.token, kept, nowTs());
    await putUnder(condition, requestItem(pk, { ...working, state: 'answered', parts }, nowTs()));
  } catch (error) {
    // The effect is there, and so is its answer for who asked now.
    logError('answer not remembered', error);
  }
  return answer;
}

async function answerAgain(pk: string, fingerprint: string): Promise<Answer<unknown>> {
  const item = await getItem(requestKey(pk), true);
  // Taken away between the two calls: refused a moment ago.
  if (!item) throw new IdempotencyInProgress();
  const found = v.parse(Remembered, item);
  if (found.fingerprint !== fingerprint) throw new IdempotencyKeyReused();
  if (found.state === 'answered') return await readAnswer(pk, found);
  if (found.state === 'made' && found.until < nowTs())
    throw new Conflict(
      'The first request with this Idempotency-Key has made what it asked for, but its answer is lost: look for it before asking again under another key',
    );
  throw new IdempotencyInProgress();
}

/** Where nobody claims it any more it is asked for anew; that it can't be released only makes the next one wait. */
async function release(pk: string, token: string): Promise<void> {
  await new Transaction()
    .delete(requestKey(pk), isWorkedOnBy(token))
    .commit()
    .catch((error: unknown) => logError('idempotency key not released', error));
}

/**
 * Nobody holds the claim, or this request itself does: when the answer to a put is lost the SDK sends it again, and finds what it has
 * put before.
 */
function isFreeFor({ token, fingerprint }: Remembered): Condition {
  return {
    expression:
      'attribute_not_exists(pk) OR #token = :token OR expires < :now OR (#state = :working AND #until < :now AND fingerprint = :fingerprint)',
    names: { '#token': 'token', '#state': 'state', '#until': 'until' },
    values: { ':token': token, ':now': nowTs(), ':working': 'working', ':fingerprint': fingerprint },
    otherwise: () => new Claimed(),
  };
}

/** And has made nothing, which a transaction whose answer was lost may have. */
function isWorkedOnBy(token: string): Condition {
  return {
    expression: '#token = :token AND #state = :working',
    names: { '#token': 'token', '#state': 'state' },
    values: { ':token': token, ':working': 'working' },
    otherwise: () => new IdempotencyInProgress(),
  };
}

/** Nobody has claimed it anew since. */
function isHeldBy(token: string): Condition {
  return {
    expression: '#token = :token',
    names: { '#token': 'token' },
    values: { ':token': token },
    otherwise: () => new IdempotencyInProgress(),
  };
}
