import { describe, expect, it } from 'vitest';
import { FIELDS, savedPages, scraped } from '../../../infra/dev/scraper-accuracy/corpus.ts';
import { judge } from '../../../infra/dev/scraper-accuracy/judge.ts';
import { corpusFolder } from '../../support/files/corpora.ts';

const folder = corpusFolder('pages');
const pages = folder === undefined ? [] : savedPages(folder);
const verdicts = pages.flatMap(judge);

describe.skipIf(folder === undefined)(
  'saved pages of real sites (skipped when the corpus is missing)',
  () => {
    it.each(FIELDS)('scraped articles have the right %s in at least 95 % of cases', field => {
      const ofField = verdicts.filter(verdict => verdict.field === field);
      const misses = ofField.filter(({ kind }) => kind === 'miss');
      expect(ofField.length).toBeGreaterThan(0);
      expect(misses.length / ofField.length, JSON.stringify(misses, null, 1)).toBeLessThanOrEqual(0.05);
    });

    it('have a reason in the corpus for every answer that is better than the reviewed one', () => {
      expect(verdicts.filter(({ kind }) => kind === 'better').every(({ reason }) => reason.length > 20)).toBe(
        true,
      );
    });

    it('every scraped body has text', () => {
      const lengths = pages.map(page => scraped(page).body.length);
      expect(lengths.filter(length => length > 200).length).toBeGreaterThan(pages.length * 0.9);
    });
  },
);
