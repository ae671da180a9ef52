import { createHash } from 'node:crypto';
import type { Level } from './dynalite/dynalite.ts';
import { tokenMismatch } from './errors.ts';
import type { Journal } from './journal.ts';
import { decodeJson, encodeJson } from './storage/codecs.ts';

/** How long a ClientRequestToken is remembered. */
export const TOKEN_LIFETIME_MS = 10 * 60_000;

const TOKEN_PREFIX = 'token~';
function windowAt(time: number) {
  return TOKEN_PREFIX + String(Math.floor(time / TOKEN_LIFETIME_MS)).padStart(12, '0');
}

interface Remembered {
  at: number;
  request: string;
  answer: unknown;
}

/**
 * The client request tokens of committed transactions, written in the commit of their transaction. A key starts with the time
 * window of its token: a look-up reads two windows, and expired windows are deleted as one range.
 */
export class Tokens {
  readonly #journal: Journal;
  readonly #db: Level;
  readonly #now: () => number;
  #cleared = '';

  constructor(journal: Journal, db: Level, now: () => number = Date.now) {
    this.#journal = journal;
    this.#db = db;
    this.#now = now;
  }

  /** Runs `work`, or returns the first answer when the same request came with this token before. For write commands only. */
  once(token: string | undefined, text: () => string, work: () => unknown): unknown {
    if (token === undefined) return work();
    const now = this.#now();
    const request = createHash('sha256').update(text()).digest('base64');
    const earlier = this.#find(token, now);
    if (earlier && earlier.request !== request) throw tokenMismatch();
    if (earlier) return earlier.answer;
    const answer = work();
    const remembered: Remembered = { at: now, request, answer };
    this.#journal.set(`${windowAt(now)}~${token}`, encodeJson(remembered));
    return answer;
  }

  /** Removes the windows in which every token has expired. */
  async forgetExpired(): Promise<void> {
    const oldest = windowAt(this.#now() - TOKEN_LIFETIME_MS);
    if (oldest === this.#cleared) return;
    await this.#db.clear({ gte: TOKEN_PREFIX, lt: oldest });
    this.#cleared = oldest;
  }

  #find(token: string, now: number): Remembered | undefined {
    for (const time of [now, now - TOKEN_LIFETIME_MS]) {
      const text = this.#journal.get(`${windowAt(time)}~${token}`);
      const found = text === undefined ? undefined : (decodeJson(text) as Remembered);
      if (found && now - found.at < TOKEN_LIFETIME_MS) return found;
    }
    return undefined;
  }
}
