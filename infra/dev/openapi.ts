import { writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ANSWERS_FILE } from '../sites/reference/example.ts';
import { openApi } from '../sites/reference/document.ts';
import { siteFromCdkJson } from '../stack/site.ts';
import { parse, startCommand, type Command } from '../core/command.ts';
import { formatSource } from '../core/format.ts';
import { print } from '../core/terminal.ts';

const USAGE = `Usage: npm run openapi -- [--server <address>] [--page <folder>] | --answers

Prints the API as an OpenAPI 3.1 document, for the site of cdk.json.

--server   the address of the service in the document; by default the document's own
--page     writes the document and the pages of the reference into this folder, for any static host
--answers  runs all examples and records their answers`;

interface Options {
  server: string | undefined;
  page: string | undefined;
  answers: boolean;
}

function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const options = { server: text, page: text, answers: { type: 'boolean', default: false } } as const;
  const { server, page, answers } = parse({ args, options }).values;
  if (server !== undefined && !URL.canParse(server)) throw new Error('--server must be an address');
  return { server, page, answers };
}

async function run({ server, page, answers }: Options): Promise<void> {
  if (answers) {
    await writeAnswers();
    return;
  }
  const described = await openApi({ site: siteFromCdkJson(), ...(server !== undefined && { server }) });
  if (page === undefined) print(JSON.stringify(described, null, 2));
  else await writeReference(page, JSON.stringify(described));
}

/** Writes the reference into a folder, for any static host. */
async function writeReference(folder: string, document: string): Promise<void> {
  const { referenceFiles } = await import('../sites/reference/pages/build.ts');
  for (const { name, content } of await referenceFiles(document)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

async function writeAnswers(): Promise<void> {
  const { tryAll } = await import('./openapi/try.ts');
  const tried = await tryAll();
  const failed = tried.filter(({ reply }) => reply.status !== 200);
  if (failed.length > 0)
    throw new Error(failed.map(({ row, reply }) => `${row.name}: ${reply.status}`).join('\n'));
  const answers = Object.fromEntries(tried.map(({ row, plain }) => [row.name, plain]));
  writeFileSync(ANSWERS_FILE, await formatSource('answers.json', JSON.stringify(answers), 110));
}

export const openapi: Command<Options> = { usage: USAGE, read: readOptions, run };

await startCommand(import.meta.filename, openapi);
