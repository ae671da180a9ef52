import { pause } from './retry.ts';
import { Transaction } from './transaction.ts';

/** Something that is done whole or not at all, whatever becomes of the others that it shares a transaction with. */
export type Part = (transaction: Transaction) => void;

/** Two transactions that hold each other up may both be cancelled. */
const MAX_ROUNDS = 4;

/**
 * Does parts that have nothing to do with each other in one transaction, which saves calls. Those whose conditions don't hold are
 * left out, as are those that other transactions hold whenever they are tried, and the others done.
 * @param parts with at most MAX_ACTIONS actions together
 * @returns for each part whether it was done
 */
export async function commitIndependently(parts: readonly Part[]): Promise<boolean[]> {
  const done = new Set<Part>();
  let left = parts;
  for (let round = 0; left.length > 0 && round < MAX_ROUNDS; round++) {
    if (round > 0) await pause(round);
    left = await commitFree(left, done);
  }
  return parts.map(part => done.has(part));
}

/** @returns the parts that other transactions hold */
async function commitFree(parts: readonly Part[], done: Set<Part>): Promise<Part[]> {
  const held = new Set<Part>();
  let left = parts;
  while (left.length > 0) {
    const transaction = new Transaction();
    const partOf: Part[] = [];
    for (const part of left) {
      part(transaction);
      while (partOf.length < transaction.size) partOf.push(part);
    }
    const obstacles = await transaction.attempt();
    if (!obstacles) {
      for (const part of left) done.add(part);
      break;
    }
    const partsAt = (places: readonly number[]) => new Set(places.flatMap(place => partOf[place] ?? []));
    const refused = partsAt(obstacles.refused);
    for (const part of partsAt(obstacles.held)) if (!refused.has(part)) held.add(part);
    left = left.filter(part => !refused.has(part) && !held.has(part));
  }
  return [...held];
}
