import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as v from 'valibot';
import { Contention } from '../store/retry.ts';
import { getItem, type Item, type Key } from '../store/table.ts';
import { Transaction, putUnder, type Condition } from '../store/transaction.ts';

/**
 * What a post is indexed under: `TERMS#<id>` / terms, apart from the post's own collection, which is read whole with every answer.
 * The one who works on a post's terms holds a lease on it: the note changes its `token` with each lease, and every write names it.
 */
export interface Indexed {
  /** By which the entries are sorted. */
  ts: number;
  terms: readonly string[];
  /** All of these entries are there; else at most these. */
  complete: boolean;
}

export const NOTHING: Indexed = { ts: 0, terms: [], complete: true };

/** Long enough for what a worker has under way when its own time is over (see WORK_MS) to have come to an end. */
const LEASE_MS = 60_000;
/** How long a worker goes on after it has taken the lease. */
const WORK_MS = 30_000;

const zip = promisify<Buffer, Buffer>(gzip);
const unzip = promisify<Buffer, Buffer>(gunzip);

const Note = v.object({
  token: v.string(),
  /** End of the lease, in milliseconds since 1970; 0 when nobody holds it. */
  leased_until: v.number(),
  ts: v.number(),
  complete: v.boolean(),
  terms: v.instance(Uint8Array),
});

const noteKey = (id: number): Key => ({ pk: `TERMS#${id}`, sk: 'terms' });

const taken = (): Error => new Contention('Another worker indexes the post');

/** A post's note, held by this worker. */
export class Lease {
  /** Nothing may be written into the index after this, in milliseconds since 1970. */
  readonly until: number;
  readonly #id: number;
  readonly #token = randomUUID();
  readonly #leasedUntil: number;
  /** As it was found. */
  readonly found: Indexed;
  #noted: Indexed;

  private constructor(id: number, found: Indexed, now: number) {
    this.#id = id;
    this.found = found;
    // From now on some may be missing.
    this.#noted = { ...found, complete: false };
    this.until = now + WORK_MS;
    this.#leasedUntil = now + LEASE_MS;
  }

  /** @throws Contention while another worker holds it */
  static async take(id: number, now = Date.now()): Promise<Lease> {
    const item = await getItem(noteKey(id), true);
    const note = item && v.parse(Note, item);
    if (note && note.leased_until > now) throw taken();
    const lease = new Lease(id, note ? await indexedIn(note) : NOTHING, now);
    await lease.#put(lease.#leasedUntil, isFree(note?.token, lease.#token));
    return lease;
  }

  /** Says what may be there from now on. @throws Contention when the lease is lost, as below */
  async note(indexed: Indexed): Promise<void> {
    this.#noted = indexed;
    await this.#put(this.#leasedUntil, hasToken(this.#token));
  }

  /** Ends the lease; a note of nothing goes with it. */
  async release(indexed = this.#noted): Promise<void> {
    this.#noted = indexed;
    if (indexed.terms.length > 0) await this.#put(0, hasToken(this.#token));
    else await new Transaction().delete(noteKey(this.#id), hasToken(this.#token)).commit();
  }

  async #put(leasedUntil: number, condition: Condition): Promise<void> {
    const { ts, complete, terms } = this.#noted;
    const zipped = await zip(Buffer.from(terms.join('\n')));
    const note: Item = { token: this.#token, leased_until: leasedUntil, ts, complete, terms: zipped };
    await putUnder(condition, { ...note, ...noteKey(this.#id) });
  }
}

async function indexedIn({ ts, complete, terms }: v.InferOutput<typeof Note>): Promise<Indexed> {
  const text = (await unzip(Buffer.from(terms))).toString();
  return { ts, complete, terms: text === '' ? [] : text.split('\n') };
}

const hasToken = (token: string): Condition => ({
  expression: '#token = :token',
  names: { '#token': 'token' },
  values: { ':token': token },
  otherwise: taken,
});

/** The note is as it was read, or taken already by this very lease: the SDK repeats a put whose answer was lost. */
const isFree = (found: string | undefined, taking: string): Condition => ({
  expression:
    found === undefined ? 'attribute_not_exists(pk) OR #token = :taking' : '#token IN (:found, :taking)',
  names: { '#token': 'token' },
  values: { ...(found !== undefined && { ':found': found }), ':taking': taking },
  otherwise: taken,
});
