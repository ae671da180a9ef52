import { randomUUID } from 'node:crypto';
import { nowMs } from '../../platform/core/clock.ts';
import { Unavailable } from '../../platform/core/errors.ts';
import { hasToken, type Condition } from '../../platform/store/condition.ts';
import { isLeaseOver } from '../../platform/store/lease-time.ts';
import { Contention, pause } from '../../platform/store/retry.ts';
import {
  indexedIn,
  NOTHING,
  PUBLISHED,
  readNotes,
  writeNotes,
  type Indexed,
  type TermIndex,
} from './note.ts';

/** Exceeds WORK_MS by the time that a worker's last calls may take. */
const LEASE_MS = 60_000;
/** How long a worker continues after it has taken its leases. */
const WORK_MS = 30_000;
/** Workers that read a note at the moment of its write make it fail; within these attempts, some two seconds, they are done. */
const MAX_ATTEMPTS = 9;

/** A post whose lease this worker holds, and its note as read. */
interface Held {
  id: number;
  found: Indexed;
}

/**
 * Leases on the notes of several posts. Only the holder of a note's lease writes the post's terms. Each lease gives the note a new token,
 * and every write has the condition that the token is unchanged, so that a worker whose lease was taken over can't write.
 */
export class Leases {
  readonly held: readonly Held[];
  /** The deadline for writes to the index, in milliseconds since 1970. */
  readonly until: number;
  readonly #token: string;
  readonly #index: TermIndex;
  readonly #leasedUntil: number;
  /** Marked incomplete from the start of a lease, because entries may be missing from then on. */
  readonly #noted: Map<number, Indexed>;

  private constructor(
    held: readonly Held[],
    { token, now, index }: { token: string; now: number; index: TermIndex },
  ) {
    this.held = held;
    this.#index = index;
    this.until = now + WORK_MS;
    this.#token = token;
    this.#leasedUntil = now + LEASE_MS;
    this.#noted = new Map(held.map(({ id, found }) => [id, incomplete(found)]));
  }

  /** Takes the leases that no other worker holds. `ids`: at most as many as fit a transaction. */
  static async take(ids: readonly number[], now = nowMs(), index = PUBLISHED): Promise<Leases> {
    const token = randomUUID();
    const notes = await readNotes(ids, index);
    const free = ids.filter(id => isLeaseOver(notes.get(id)?.leased_until ?? 0, LEASE_MS, now));
    const writes = await Promise.all(
      free.map(async id => {
        const note = notes.get(id);
        const found = note ? await indexedIn(note) : NOTHING;
        return { id, found, condition: isFree(note?.token, token) };
      }),
    );
    const written = await writeNotes(
      writes.map(({ id, found, condition }) => ({
        id,
        token,
        leased_until: now + LEASE_MS,
        indexed: incomplete(found),
        condition,
      })),
      index,
    );
    return new Leases(
      writes.filter((_, place) => written[place]),
      { token, now, index },
    );
  }

  /** Writes which entries may exist from now on. @throws Unavailable when a lease was taken over */
  async note(indexed: ReadonlyMap<number, Indexed>): Promise<void> {
    await this.#write(indexed, this.#leasedUntil);
  }

  /** Ends the leases and deletes empty notes. @throws Unavailable when a lease was taken over; the others are ended */
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
      condition: hasToken(this.#token, leaseTaken),
    }));
    for (let attempt = 1; ; attempt++) {
      const written = await writeNotes(left, this.#index);
      left = left.filter((_, index) => !written[index]);
      if (left.length === 0) return;
      if (attempt === MAX_ATTEMPTS) throw new Unavailable({ cause: leaseTaken() });
      await pause(attempt);
    }
  }
}

function incomplete(indexed: Indexed): Indexed {
  return { ...indexed, complete: false };
}

function leaseTaken(): Error {
  return new Contention('Another worker indexes the post');
}

/** The note is unchanged since it was read, or has this lease's token: the SDK repeats a put whose answer was lost. */
function isFree(found: string | undefined, taking: string): Condition {
  return {
    expression:
      found === undefined ? 'attribute_not_exists(pk) OR #token = :taking' : '#token IN (:found, :taking)',
    names: { '#token': 'token' },
    values: { ...(found !== undefined && { ':found': found }), ':taking': taking },
    otherwise: leaseTaken,
  };
}
