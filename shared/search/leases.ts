import { randomUUID } from 'node:crypto';
import { nowMs } from '../core/clock.ts';
import { Contention, retryContended } from '../store/retry.ts';
import type { Condition } from '../store/transaction.ts';
import { indexedIn, NOTHING, readNotes, writeNotes, type Indexed } from './note.ts';

/** Long enough for what a worker has under way when its own time is over (see WORK_MS) to have come to an end. */
const LEASE_MS = 60_000;
/** How long a worker goes on after it has taken its leases. */
const WORK_MS = 30_000;
/** For others that look at a note just when it is to be written. */
const PATIENCE_MS = 2_000;

/** A post whose note this worker holds, and what the note said. */
interface Held {
  id: number;
  found: Indexed;
}

/**
 * The leases on the notes of some posts, taken together: the one who works on a post's terms holds the lease on its note. A note
 * changes its token with each lease, and every later write names it: so nobody writes a note that another has taken since.
 */
export class Leases {
  readonly held: readonly Held[];
  /** Nothing may be written into the index after this, in milliseconds since 1970. */
  readonly until: number;
  readonly #token: string;
  readonly #leasedUntil: number;
  /** From when they are taken some entries may be missing. */
  readonly #noted: Map<number, Indexed>;

  private constructor(held: readonly Held[], token: string, now: number) {
    this.held = held;
    this.until = now + WORK_MS;
    this.#token = token;
    this.#leasedUntil = now + LEASE_MS;
    this.#noted = new Map(held.map(({ id, found }) => [id, begun(found)]));
  }

  /** Takes those that no other worker holds. As many as a transaction has room for. */
  static async take(ids: readonly number[], now = nowMs()): Promise<Leases> {
    const token = randomUUID();
    const notes = await readNotes(ids);
    const free = ids.filter(id => (notes.get(id)?.leased_until ?? 0) <= now);
    const writes = await Promise.all(
      free.map(async id => {
        const note = notes.get(id);
        const found = note ? await indexedIn(note) : NOTHING;
        return { id, found, condition: isFree(note?.token, token) };
      }),
    );
    const taken = await writeNotes(
      writes.map(({ id, found, condition }) => ({
        id,
        token,
        leased_until: now + LEASE_MS,
        indexed: begun(found),
        condition,
      })),
    );
    return new Leases(
      writes.filter((_, index) => taken[index]),
      token,
      now,
    );
  }

  /** Says of some posts what may be there from now on. @throws Unavailable when a lease has ended since */
  async note(indexed: ReadonlyMap<number, Indexed>): Promise<void> {
    await this.#write(indexed, this.#leasedUntil);
  }

  /** Ends the leases, and notes of nothing with them. @throws Unavailable when one has ended before; the others are ended */
  async release(indexed: ReadonlyMap<number, Indexed> = this.#noted): Promise<void> {
    await this.#write(indexed, 0);
  }

  async #write(indexed: ReadonlyMap<number, Indexed>, leasedUntil: number): Promise<void> {
    for (const [id, noted] of indexed) this.#noted.set(id, noted);
    let left = [...indexed].map(([id, noted]) => ({
      id,
      token: this.#token,
      leased_until: leasedUntil,
      indexed: noted,
      condition: hasToken(this.#token),
    }));
    await retryContended(async () => {
      const written = await writeNotes(left);
      left = left.filter((_, index) => !written[index]);
      if (left.length > 0) throw taken();
    }, PATIENCE_MS);
  }
}

function begun(indexed: Indexed): Indexed {
  return { ...indexed, complete: false };
}

function taken(): Error {
  return new Contention('Another worker indexes the post');
}

function hasToken(token: string): Condition {
  return {
    expression: '#token = :token',
    names: { '#token': 'token' },
    values: { ':token': token },
    otherwise: taken,
  };
}

/** The note is as it was read, or taken already by this very lease: the SDK repeats a put whose answer was lost. */
function isFree(found: string | undefined, taking: string): Condition {
  return {
    expression:
      found === undefined ? 'attribute_not_exists(pk) OR #token = :taking' : '#token IN (:found, :taking)',
    names: { '#token': 'token' },
    values: { ...(found !== undefined && { ':found': found }), ':taking': taking },
    otherwise: taken,
  };
}
