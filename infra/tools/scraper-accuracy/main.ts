import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse, startCommand, UsageError, type Command } from '../../core/command.ts';
import { requireSingleArgument } from '../options.ts';
import { FIELDS, savedPages } from './corpus.ts';
import { judge, type Verdict } from './judge.ts';
import { print } from '../../core/terminal.ts';

const USAGE = `Usage: npm run scraper:accuracy -- <folder>

Measures the scraper against saved pages: <site>.html files and an expected.json in the folder.`;

function readFolder(args: string[]): string {
  const folder = requireSingleArgument(
    parse({ args, options: {}, allowPositionals: true }).positionals,
    'folder',
  );
  if (!existsSync(join(folder, 'expected.json')))
    throw new UsageError(`The folder ${folder} has no expected.json.`);
  return folder;
}

export const scraperAccuracy: Command<string> = {
  usage: USAGE,
  read: readFolder,
  run: folder => {
    report(savedPages(folder).flatMap(judge));
    return Promise.resolve();
  },
};

await startCommand(import.meta.filename, scraperAccuracy);

function report(verdicts: readonly Verdict[]): void {
  print('field         judged   hits  better  misses  accuracy');
  for (const field of FIELDS)
    print(
      row(
        field,
        verdicts.filter(verdict => verdict.field === field),
      ),
    );
  print(row('all', verdicts));
  list(
    'Better than expected',
    verdicts.filter(({ kind }) => kind === 'better'),
  );
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
