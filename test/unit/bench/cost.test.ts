import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { edgeCsv, monthsCsv, requestsCsv } from '../../bench/cost/tables.ts';

function storedResults(file: string): string {
  return readFileSync(`test/bench/results/${file}.csv`, 'utf8');
}

it('the files of test/bench/results match today’s budgets and prices (npm run cost writes them)', () => {
  expect(storedResults('cost-requests')).toBe(requestsCsv());
  expect(storedResults('cost-months')).toBe(monthsCsv());
  expect(storedResults('cost-edge')).toBe(edgeCsv());
});
