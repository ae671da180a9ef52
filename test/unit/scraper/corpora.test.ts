import { describe, expect, it } from 'vitest';
import { savedPages, scraped } from '../../../infra/dev/scraper-accuracy/corpus.ts';
import { judgeText, scoreTexts, type TextScore } from '../../../infra/dev/scraper-accuracy/judge-text.ts';
import { judgeFields } from '../../../infra/dev/scraper-accuracy/judge.ts';
import { corpusFolder } from '../../support/files/corpora.ts';

/** The score of a corpus's texts, and the share of its bylines that are right. */
function measure(folder: string): TextScore & { bylines: number } {
  const results = savedPages(folder).map(page => ({ page, result: scraped(page) }));
  const bylines = results
    .flatMap(({ page, result }) => judgeFields(page, result))
    .filter(({ field }) => field === 'byline');
  const right = bylines.filter(({ kind }) => kind !== 'miss');
  return {
    ...scoreTexts(results.map(({ page, result }) => judgeText(page, result))),
    bylines: right.length / bylines.length,
  };
}

/** The floors of public corpora: a little below what was measured. */
const FLOORS: readonly (readonly [corpus: string, floors: Partial<ReturnType<typeof measure>>])[] = [
  ['articles', { f1: 0.945, bylines: 0.87 }],
  ['postlight', { passageWords: 0.92, bylines: 0.81 }],
  ['readability', { sharedWords: 0.93, bylines: 0.65 }],
];

describe.each(FLOORS)('the texts of the corpus %s', (corpus, floors) => {
  const folder = corpusFolder(corpus);
  it.skipIf(folder === undefined)(
    'score at least the floors of the corpus (skipped when the corpus is missing)',
    () => {
      const score = measure(folder ?? '');
      for (const [name, floor] of Object.entries(floors)) {
        expect(score, name).toMatchObject({ [name]: expect.toSatisfy((value: number) => value >= floor) });
      }
      expect(score.empty).toBeLessThanOrEqual(2);
    },
  );
});
