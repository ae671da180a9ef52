import { parse, startCommand, type Command } from '../../core/command.ts';
import { print } from '../../core/terminal.ts';
import { requireSingleArgument } from '../../cli/options.ts';
import { ALL_FIELDS, savedPages, scraped, type SavedPage } from './corpus.ts';
import { judgeText, scoreTexts, type TextVerdict } from './judge-text.ts';
import { judgeFields, type Verdict } from './judge.ts';

const USAGE = `Usage: npm run scraper:accuracy -- <folder> [--verbose]

Measures the scraper against saved pages: HTML files and an expected.json with fields or passages in the folder,
Readability's test-pages, or the repository of Postlight Parser.

  --verbose  also list each miss`;

/** Lists a page whose words have a lower F1. */
const MIN_SHARED_WORDS = 0.9;

interface Options {
  readonly pages: readonly SavedPage[];
  readonly isVerbose: boolean;
}

function read(args: string[]): Options {
  const { positionals, values } = parse({
    args,
    options: { verbose: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  return { pages: savedPages(requireSingleArgument(positionals, 'folder')), isVerbose: values.verbose };
}

export const scraperAccuracy: Command<Options> = {
  usage: USAGE,
  read,
  run: ({ pages, isVerbose }) => {
    const results = pages.map(page => ({ page, result: scraped(page) }));
    reportFields(
      results.flatMap(({ page, result }) => judgeFields(page, result)),
      isVerbose,
    );
    reportTexts(
      results.map(({ page, result }) => judgeText(page, result)),
      isVerbose,
    );
    return Promise.resolve();
  },
};

await startCommand(import.meta.filename, scraperAccuracy);

function reportFields(verdicts: readonly Verdict[], isVerbose: boolean): void {
  if (verdicts.length === 0) return;
  print('field         judged   hits  better  misses  accuracy');
  for (const field of ALL_FIELDS) {
    const ofField = verdicts.filter(verdict => verdict.field === field);
    if (ofField.length > 0) print(row(field, ofField));
  }
  print(row('all', verdicts));
  list(
    'Better than expected',
    verdicts.filter(({ kind }) => kind === 'better'),
  );
  if (isVerbose)
    list(
      'Misses',
      verdicts.filter(({ kind }) => kind === 'miss'),
    );
}

function row(name: string, verdicts: readonly Verdict[]): string {
  const count = (kind: Verdict['kind']): number => verdicts.filter(verdict => verdict.kind === kind).length;
  const misses = count('miss');
  const accuracy = `${((1 - misses / Math.max(verdicts.length, 1)) * 100).toFixed(1)} %`;
  const numbers = [verdicts.length, count('hit'), count('better'), misses].map(number =>
    String(number).padStart(7),
  );
  return `${name.padEnd(13)}${numbers.join('')} ${accuracy.padStart(9)}`;
}

function list(heading: string, verdicts: readonly Verdict[]): void {
  if (verdicts.length === 0) return;
  print(`\n${heading}`);
  for (const { site, field, expected, answer, reason } of verdicts) {
    print(`- ${site} ${field}${reason && `: ${reason}`}`);
    print(`    expected ${JSON.stringify(expected)}\n    answer   ${JSON.stringify(answer)}`);
  }
}

function reportTexts(verdicts: readonly TextVerdict[], isVerbose: boolean): void {
  const { hits, missed, wrong, empty, f1, passageWords, sharedWords } = scoreTexts(verdicts);
  print(`\ntexts of ${verdicts.length} pages, ${empty} empty`);
  if (hits + missed > 0) {
    print(`passages      F1 ${f1.toFixed(4)}: ${hits} found, ${missed} missed, ${wrong} wrong`);
    print(`their words   ${(passageWords * 100).toFixed(1)} % found on average`);
  }
  if (sharedWords > 0) print(`whole texts   F1 of words ${sharedWords.toFixed(4)} on average`);
  if (isVerbose) verdicts.filter(isImperfect).forEach(reportText);
}

function isImperfect({ missed, wrong, sharedWords = 1 }: TextVerdict): boolean {
  return missed.length + wrong.length > 0 || sharedWords < MIN_SHARED_WORDS;
}

function reportText({ site, isEmpty, missed, wrong, sharedWords }: TextVerdict): void {
  print(`- ${site}${isEmpty ? ' (empty)' : ''} ${sharedWords?.toFixed(3) ?? ''}`);
  for (const passage of missed) print(`    misses   ${JSON.stringify(passage)}`);
  for (const passage of wrong) print(`    contains ${JSON.stringify(passage)}`);
}
