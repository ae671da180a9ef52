import { writeFileSync } from 'node:fs';
import { ANSWERS_FILE } from '../sites/reference/example.ts';
import { openApi } from '../sites/reference/document.ts';
import { writePage } from '../sites/reference/page-files.ts';
import { siteFromCdkJson } from '../stack/site.ts';
import { parse, startCommand, type Command } from '../core/command.ts';
import { formatSource } from '../core/format.ts';
import { print } from '../core/terminal.ts';

const USAGE = `Usage: npm run openapi -- [--server <address>] [--page <folder>] | --answers

Prints the API as an OpenAPI 3.1 document, for the site of cdk.json.

--server   the address of the service in the document; by default the document's own
--page     writes the document and the reference page into this folder, for any static host
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
  const document = JSON.stringify(
    await openApi({ site: siteFromCdkJson(), ...(server !== undefined && { server }) }),
    null,
    2,
  );
  if (page === undefined) print(document);
  else await writePage(page, document);
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
