import type { Disagreement } from './disagreement.ts';
import { gatherFacts } from './facts.ts';
import { compareLists } from './lists.ts';
import { compareNumbers } from './numbers.ts';
import { compareObjects } from './objects.ts';
import type { Stored } from './stored.ts';
import { compareTerms, type ReadContent } from './terms.ts';
import { compareUniqueValues } from './unique.ts';

/**
 * Compares all that is stored: records with their list entries, unique values, look-ups, numbers, search terms, texts and objects, in both
 * directions. It reads nothing else, except texts that are objects, by `readContent`. What a waiting job will change is no disagreement.
 */
export async function compare(stored: Stored, readContent: ReadContent): Promise<Disagreement[]> {
  const facts = gatherFacts(stored);
  return [
    ...facts.faults,
    ...compareLists(facts),
    ...compareUniqueValues(facts),
    ...compareNumbers(facts),
    ...compareObjects(facts),
    ...(await compareTerms(facts, readContent)),
  ];
}
