import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../../infra/client/source/index.ts';
import { routeList } from '../../../../functions/routes/index.ts';
import { createRecords, formWith, type Made } from '../../../../infra/dev/openapi/newsroom.ts';
import { Trial } from '../../../../infra/dev/openapi/service.ts';
import { ORDER, listKindsIn } from '../../../../infra/dev/openapi/try.ts';
import { openApi } from '../../../../infra/sites/reference/document.ts';
import { MADE, type Example, type RecordKind } from '../../../../infra/sites/reference/example.ts';
import { findExample } from '../../../../infra/sites/reference/examples/index.ts';
import type { Snippet } from '../../../../infra/sites/reference/pages/blocks.ts';
import { makePages } from '../../../../infra/sites/reference/pages/build.ts';
import { writeSnippets } from '../../../../infra/sites/reference/pages/snippets.ts';
import { listCommands } from '../../../support/web/reference-commands.ts';

const run = promisify(execFile);
const pages = makePages(JSON.stringify(await openApi({ site: {} })));

/** Only a browser with a session, a passkey or a sign-in at the identity provider can send these. */
const rows = ORDER.flatMap(method => routeList.filter(row => row.method === method)).filter(row => {
  const { bySession, byProvider, credential } = findExample(row.name);
  return !bySession && !byProvider && credential === undefined;
});

const hasPython = await run('python3', ['-c', 'import requests']).then(
  () => true,
  () => false,
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snippets-'));
  for (const name of ['bridge.jpg', 'budget.csv'])
    await writeFile(join(folder, name), Buffer.from(await (await fileOf(name)).arrayBuffer()));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(name: string): Promise<File> {
  return (await formWith({ file: name })).get('file') as File;
}

/** The snippet about records that exist. */
function withRecords({ text }: Pick<Snippet, 'text'>, made: Made): string {
  return Object.entries(MADE).reduce(
    (before, [kind, placeholder]) =>
      before.replaceAll(new RegExp(`\\b${placeholder}\\b`, 'g'), String(made.get(kind as RecordKind))),
    text,
  );
}

interface Ran {
  trial: Trial;
  text: string;
  example: Example;
}

function inShell({ trial, text }: Ran): Promise<unknown> {
  const env = { ...process.env, URL: trial.origin, KEY: trial.key };
  const script = `set -e -o pipefail\n${text.replaceAll('curl -s', 'curl -sfS')}`;
  return run('bash', ['-c', script], { cwd: folder, env });
}

async function inJavaScript({ trial, text, example }: Ran): Promise<unknown> {
  const names = ['client', 'url', 'key', 'file', 'fetch'];
  const AsyncFunction = (async () => await Promise.resolve()).constructor as FunctionConstructor;
  const client = createClient({ url: trial.origin, key: trial.key });
  const file = await fileOf(example.form?.file ?? 'budget.csv');
  const checked = async (...asked: Parameters<typeof fetch>): Promise<Response> => {
    const response = await fetch(...asked);
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response;
  };
  return await AsyncFunction(...names, `${text}\nreturn answer;`)(
    client,
    trial.origin,
    trial.key,
    file,
    checked,
  );
}

function inPython({ trial, text }: Ran): Promise<unknown> {
  const script = `url, key = "${trial.origin}", "${trial.key}"\n${text}\nresponse.raise_for_status()`;
  return run('python3', ['-c', script], { cwd: folder });
}

const LANGUAGES: [language: string, runs: (ran: Ran) => Promise<unknown>, isSkipped: boolean][] = [
  ['curl', inShell, false],
  ['Client', inJavaScript, false],
  ['fetch', inJavaScript, false],
  ['Python', inPython, !hasPython],
];

const KINDS = Object.keys(MADE) as RecordKind[];

/** What a second language gets that sends the same POST: a name is taken, an invitation is used up. */
const REPEATED = /\b(?:409|410)\b|conflict|already_exists|invitation_ended/i;

let trial: Trial;
let newsroom: Made | undefined;
beforeAll(async () => {
  trial = await Trial.start();
});
afterAll(() => trial.stop());

describe.each(LANGUAGES)('snippets of the reference in %s', (language, runs, isSkipped) => {
  it.skipIf(isSkipped)('succeed with the service', async () => {
    const failed: string[] = [];
    const own = await createRecords(trial, newsroom, newsroom && KINDS);
    newsroom ??= own;
    for (const row of rows) {
      const example = findExample(row.name);
      const changes = row.method === 'PUT' || row.method === 'DELETE';
      const made = changes ? await createRecords(trial, own, listKindsIn(example.path)) : own;
      const snippets = writeSnippets({ ...row, hasKey: !row.isKeyless, isJson: !example.types, example });
      const snippet = snippets.find(candidate => candidate.language === language)!;
      const text = trial.toHere(withRecords(snippet, made));
      const isSecond = row.method === 'POST' && language !== LANGUAGES[0]![0];
      await runs({ trial, text, example }).catch((error: unknown) => {
        if (!isSecond || !REPEATED.test(String(error))) failed.push(`${row.name}: ${String(error)}\n${text}`);
      });
    }
    expect(failed).toEqual([]);
  });
});

describe('tasks of the reference', () => {
  const tasks = pages
    .filter(({ path }) => path.startsWith('tasks/'))
    .map(page => [page.title, listCommands(page)] as const);

  // Those of the project have a test of their own (project-tasks.long.test.ts).
  it.each(tasks.filter(([, commands]) => !commands.includes('npm run ')))(
    '%s: its commands succeed',
    async (_title, commands) => {
      expect(commands).not.toBe('');
      const text = trial.toHere(commands);
      expect(await inShell({ trial, text, example: { says: '' } })).toMatchObject({ stderr: '' });
    },
  );
});
