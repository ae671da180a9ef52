import { toReason } from '../../core/command.ts';
import { readContent as readStoredContent } from '../../../shared/posts/record/content.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { compare } from './compare.ts';
import type { Disagreement } from './disagreement.ts';
import { readStored } from './stored.ts';
import type { ReadContent } from './posts/terms.ts';

/** A text that can't be read is reported by the comparison of objects, or as unreadable when it is in the table. */
const readContent: ReadContent = async item => {
  try {
    return (await readStoredContent(item)).content;
  } catch {
    return undefined;
  }
};

/**
 * Compares the site that the environment names. Requests may change it while it is read, so a disagreement counts only when a second
 * comparison finds it too.
 */
export async function verifySite(): Promise<Disagreement[]> {
  const first = await compare(await readStored(), readContent);
  if (first.length === 0) return [];
  const before = new Set(first.map(toText));
  return (await compare(await readStored(), readContent)).filter(found => before.has(toText(found)));
}

export function toText({ kind, key, fault }: Disagreement): string {
  return `${kind}: ${key} ${fault}`;
}

/**
 * Repairs what can be derived, each disagreement in a transaction of its own, under the condition that its record is unchanged.
 * @returns those that are left, with the reason
 */
export async function repairSite(
  found: readonly Disagreement[],
): Promise<{ left: Disagreement; reason: string }[]> {
  const left: { left: Disagreement; reason: string }[] = [];
  for (const disagreement of found) {
    const transaction = new Transaction();
    disagreement.repair?.(transaction);
    await transaction
      .commit()
      .catch((error: unknown) => left.push({ left: disagreement, reason: toReason(error) }));
  }
  return left;
}
