import { compareAnswers } from './answers.ts';
import { compareCounts } from './posts/counts.ts';
import type { Disagreement } from './disagreement.ts';
import { gatherFacts } from './facts.ts';
import { compareKinds } from './kinds.ts';
import { compareLists } from './lists.ts';
import { compareLostMedia } from './lost-media.ts';
import { compareNumbers } from './numbers.ts';
import { compareObjects } from './objects.ts';
import { compareOwners } from './owners.ts';
import { comparePaths } from './paths.ts';
import { comparePreviews } from './previews.ts';
import { compareQueues } from './queues.ts';
import { compareRevisions } from './revisions.ts';
import type { Stored } from './stored.ts';
import { compareTags } from './posts/tags.ts';
import { compareTerms, type ReadContent } from './posts/terms.ts';
import { compareUniqueValues } from './unique.ts';
import { compareViews } from './views.ts';

/**
 * Compares all that is stored: records with their list entries, unique values, look-ups, numbers, paths, search terms, texts and objects, in
 * both directions; views, delivery queues, answers and revisions with what leads to them; each item with its kind and time to live. It reads
 * nothing else, except texts that are objects, by `readContent`. A difference that a waiting job will remove is no disagreement.
 */
export async function compare(stored: Stored, readContent: ReadContent): Promise<Disagreement[]> {
  const facts = gatherFacts(stored);
  return [
    ...facts.faults,
    ...compareKinds(facts),
    ...compareLists(facts),
    ...compareUniqueValues(facts),
    ...compareTags(facts),
    ...compareNumbers(facts),
    ...compareCounts(facts),
    ...compareObjects(facts),
    ...compareLostMedia(facts),
    ...comparePaths(facts),
    ...compareOwners(facts),
    ...compareViews(facts),
    ...compareQueues(facts),
    ...compareAnswers(facts),
    ...comparePreviews(facts),
    ...(await compareRevisions(facts)),
    ...(await compareTerms(facts, readContent)),
  ];
}
