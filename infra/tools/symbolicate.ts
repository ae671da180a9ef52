import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bundle } from '../bundle/bundle.ts';
import { entries } from '../bundle/entries.ts';
import { SourcePositions } from '../bundle/positions.ts';
import { parse, startCommand, UsageError, type Command } from '../core/command.ts';
import { siteFromCdkJson } from '../stack/site.ts';

function readOptions(args: string[]): string {
  const { positionals } = parse({ args, options: {}, allowPositionals: true });
  const [name = ''] = positionals;
  if (positionals.length !== 1 || !entries.has(name))
    throw new UsageError(`Name one function, such as posts/get; there is no "${positionals.join(' ')}".`);
  return name;
}

/** Bundles do not hold source maps, which would cost each cold start; infra/bundle/source-maps.md says why. */
export const symbolicate: Command<string> = {
  usage: `Usage: npm run symbolicate -- <function> < <log>

Copies a function's log, or a stack trace of it, from standard input, with the position in the source in place of each position in the
bundle. It bundles the sources that are checked out, with the site of cdk.json: check the deployed commit out first.`,
  read: readOptions,
  run: async name => {
    const log = await text(process.stdin);
    const folder = await mkdtemp(join(tmpdir(), 'broadsheet-maps-'));
    try {
      await bundle(folder, siteFromCdkJson(), { maps: true });
      process.stdout.write(new SourcePositions(folder, name).replaceIn(log));
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

await startCommand(import.meta.filename, symbolicate);
