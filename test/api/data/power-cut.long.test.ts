import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cutPower, noteDisk, type Loss } from '../../support/processes/power-cut/cut.ts';
import { randomFrom } from '../../support/values/random.ts';
import { rounds } from '../../support/run/rounds.ts';
import { Service } from '../../support/processes/service.ts';
import type { Api } from '../../support/api/api.ts';
import { runHere } from '../../support/processes/cli.ts';
import { makeDocument, served } from '../../support/resources/documents.ts';
import { ok } from '../../support/resources/posts.ts';

/** `POWER_CUTS=200` tries as many as a release should survive. */
const POWER_CUTS = Number(process.env.POWER_CUTS ?? rounds(2, 8));
/** Ends only what hangs. */
const HANGS_AFTER_MS = 60_000 + POWER_CUTS * 60_000;
const CLIENTS = 6;
const MAX_WRITES = 40;
const LOSSES: readonly Loss[] = ['dropped', 'torn', 'zeroed'];
const RECORDER = resolve('test/support/processes/power-cut/recorder.js');
const DAY_S = 86_400;

let root: string;
let dir: string;
let record: string;
let service: Service;
let random: () => number;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'power-cut-'));
  [dir, record] = [join(root, 'data'), join(root, 'synced')];
  await mkdir(dir);
  random = randomFrom(1);
});
afterEach(async () => {
  await service.end('SIGKILL');
  await rm(root, { recursive: true, force: true });
});

async function start(synced: 'yes' | 'no'): Promise<Api> {
  service = new Service({
    DATA_DIR: dir,
    SYNC_WRITES: synced,
    SYNC_RECORD: record,
    NODE_OPTIONS: `--import ${RECORDER}`,
  });
  return await service.api(dir);
}

function below(count: number): number {
  return Math.floor(random() * count);
}

function drawText(characters: number): string {
  return Array.from({ length: characters / 8 }, () => random().toString(36).slice(2, 10)).join('');
}

/** Whether what a write has answered is found. */
type Find = (api: Api) => Promise<boolean>;

type WriteOne = (api: Api, headline: string) => Promise<Find>;

interface Write {
  headline: string;
  /** The positions of its beginning and of its answer in the order of all. */
  begun: number;
  answered: number;
  isFound: Find;
}

function findPost(path: string, headline: string): Find {
  return async api => {
    const { status, body } = await api.get(path);
    if (status === 404) return false;
    expect([status, body.headline]).toEqual([200, headline]);
    return true;
  };
}

async function writeDraft(api: Api, headline: string, characters = 2000): Promise<Find> {
  const { id } = await ok(api.post('/drafts', { headline, body: drawText(characters) }));
  return findPost(`/drafts/${id}`, headline);
}

/** Its body is stored as an object: a random text does not become smaller. */
function writeLongDraft(api: Api, headline: string): Promise<Find> {
  return writeDraft(api, headline, 200_000);
}

async function writeScheduled(api: Api, headline: string): Promise<Find> {
  const { id } = await ok(api.post('/drafts', { headline }));
  const scheduled_at = Math.floor(Date.now() / 1000) + DAY_S + below(DAY_S);
  await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at }));
  return findPost(`/scheduled_posts/${id}`, headline);
}

async function writeDocument(api: Api): Promise<Find> {
  const { pathname } = new URL((await makeDocument(api)).file_original_url);
  return async ({ stack }) => (await served({ file_original_url: stack.url + pathname })).status === 200;
}

const RECORDS: readonly WriteOne[] = [writeDraft, writeScheduled];
const WITH_FILES: readonly WriteOne[] = [...RECORDS, writeLongDraft, writeDocument];

/** The order of all beginnings and answers. */
let step = 0;

/** Writes until so many writes are answered; then the service is killed while others run. @returns those that were answered */
async function writeUntilKilled(api: Api, kinds: readonly WriteOne[]): Promise<Write[]> {
  const count = 5 + below(MAX_WRITES);
  const answered: Write[] = [];
  const runClient = async (): Promise<void> => {
    for (;;) {
      const begun = step++;
      const headline = `Draft ${begun}`;
      const isFound = await kinds[below(kinds.length)]!(api, headline);
      answered.push({ headline, begun, answered: step++, isFound });
      if (answered.length >= count) void service.end('SIGKILL');
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: CLIENTS }, runClient));
  await service.end('SIGKILL');
  for (const end of ends)
    expect(String((end as PromiseRejectedResult).reason)).toMatch(/fetch failed|terminated/);
  return answered;
}

async function findMissing(api: Api, writes: readonly Write[]): Promise<Write[]> {
  const missing: Write[] = [];
  for (const write of writes) if (!(await write.isFound(api))) missing.push(write);
  return missing;
}

async function verifyStopped(): Promise<void> {
  await service.end('SIGTERM');
  // The clients of an earlier folder's engines are part of the modules.
  vi.resetModules();
  const { verify } = await import('../../../infra/cli/verify/main.ts');
  const { code, stdout, stderr } = await runHere(verify, ['--data-dir', dir]);
  expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: 'No disagreement was found.\n' });
}

describe('npm start after a power cut', { timeout: HANGS_AFTER_MS }, () => {
  it('keeps every answered write and the same key with SYNC_WRITES=yes', async () => {
    const all: Write[] = [];
    let api = await start('yes');
    const { adminKey } = api;
    for (let round = 0; round < POWER_CUTS; round++) {
      const writes = await writeUntilKilled(api, WITH_FILES);
      await cutPower(dir, record, LOSSES[round % 3]!, random);
      api = await start('yes');
      expect(api.adminKey).toBe(adminKey);
      expect(await findMissing(api, writes), `round ${round}`).toEqual([]);
      expect(service.output, `round ${round}`).not.toMatch(/damaged|lacks/);
      all.push(...writes);
    }
    expect(await findMissing(api, all)).toEqual([]);
    await verifyStopped();
  });

  // Files are not written in the order of the records that name them, so only records are compared.
  it('lacks only the last records with SYNC_WRITES=no', async () => {
    let api = await start('no');
    let lost = 0;
    for (let round = 0; round < POWER_CUTS; round++) {
      // What was written before is some seconds old.
      await noteDisk(dir, record);
      const writes = await writeUntilKilled(api, RECORDS);
      await cutPower(dir, record, LOSSES[round % 3]!, random);
      api = await start('no');
      const missing = await findMissing(api, writes);
      const firstLost = Math.min(...missing.map(({ answered }) => answered));
      const kept = writes.filter(one => !missing.includes(one) && one.begun > firstLost);
      expect(kept, `round ${round}`).toEqual([]);
      lost += missing.length;
    }
    expect(lost).toBeGreaterThan(0);
    await verifyStopped();
  });
});
