import { pause } from './retry.ts';
import { Transaction } from './transaction.ts';

/** Actions that commit all together or not at all, independently of the other parts in the same transaction. */
export type Part = (transaction: Transaction) => void;

/** Two conflicting transactions may cancel each other, so parts are retried. */
const MAX_ROUNDS = 4;

/**
 * Commits independent parts in one transaction, which saves calls. Leaves out parts whose conditions don't hold, and those that stay in
 * conflict with other transactions through all retries, and commits the others.
 * @param parts with at most MAX_ACTIONS actions together
 * @returns for each part whether it was committed
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

/** @returns the parts in conflict with other transactions */
async function commitFree(parts: readonly Part[], done: Set<Part>): Promise<Part[]> {
  const held = new Set<Part>();
  let left = parts;
  while (left.length > 0) {
    const transaction = new Transaction();
    const partByIndex: Part[] = [];
    for (const part of left) {
      part(transaction);
      while (partByIndex.length < transaction.size) partByIndex.push(part);
    }
    const obstacles = await transaction.attempt();
    if (!obstacles) {
      for (const part of left) done.add(part);
      break;
    }
    const partsAt = (indexes: readonly number[]) =>
      new Set(indexes.flatMap(index => partByIndex[index] ?? []));
    const refused = partsAt(obstacles.refused);
    for (const part of partsAt(obstacles.held)) if (!refused.has(part)) held.add(part);
    left = left.filter(part => !refused.has(part) && !held.has(part));
  }
  return [...held];
}
