import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bundle } from '../bundle/bundle.ts';
import { entries } from '../bundle/entries.ts';
import { SourcePositions } from '../bundle/positions.ts';
import { parse, startCommand, UsageError, type Command } from '../core/command.ts';
import { printable } from '../core/terminal.ts';
import { siteFromCdkJson } from '../stack/site.ts';

function readOptions(args: string[]): string {
  const { positionals } = parse({ args, options: {}, allowPositionals: true });
  const [name = ''] = positionals;
  if (positionals.length !== 1 || !entries.has(name))
    throw new UsageError(`Name one function, such as posts/get; there is no "${positionals.join(' ')}".`);
  return name;
}

/** The part of a longer line that is translated at once. */
const MAX_LINE_LENGTH = 2 ** 20;

/** Callers of the API wrote parts of a log: it may have no line breaks, and characters that a terminal obeys. @returns its lines, translated */
export async function* translateLog(
  chunks: AsyncIterable<string>,
  positions: Pick<SourcePositions, 'replaceIn'>,
): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    rest += chunk;
    const end = rest.length > MAX_LINE_LENGTH ? rest.length : rest.lastIndexOf('\n') + 1;
    yield printable(positions.replaceIn(rest.slice(0, end)));
    rest = rest.slice(end);
  }
  yield printable(positions.replaceIn(rest));
}

/** Bundles do not hold source maps, which would cost each cold start; infra/bundle/source-maps.md says why. */
export const symbolicate: Command<string> = {
  usage: `Usage: npm run symbolicate -- <function> < <log>

Copies a function's log, or a stack trace of it, from standard input, with the position in the source in place of each position in the
bundle. It bundles the sources that are checked out, with the site of cdk.json: check the deployed commit out first.`,
  read: readOptions,
  run: async name => {
    const folder = await mkdtemp(join(tmpdir(), 'broadsheet-maps-'));
    try {
      await bundle(folder, siteFromCdkJson(), { maps: true });
      const positions = new SourcePositions(folder, name);
      const log = process.stdin.setEncoding('utf8');
      await pipeline(log, chunks => translateLog(chunks, positions), process.stdout, { end: false });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

await startCommand(import.meta.filename, symbolicate);
