import { ClassicLevel } from 'classic-level';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startStack, type Stack } from '../../../infra/local/stack.ts';
import { until } from '../../support/time/until.ts';

const KEY = 'k'.repeat(64);

let root: string;
let dir: string;
let stack: Stack;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'disk-'));
  dir = join(root, 'data');
  stack = await startStack({ dir, adminKey: KEY });
});
afterAll(async () => {
  await stack.stop();
  await rm(root, { recursive: true, force: true });
});
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

/** Every write to LevelDB fails until the returned function is called. */
function fillDisk(): () => void {
  const full = new Error(`IO error: ${join(dir, 'dynamodb/000003.log')}: No space left on device`);
  const batch = { put: () => batch, del: () => batch, write: () => Promise.reject(full) };
  const filled = vi.spyOn(ClassicLevel.prototype, 'batch').mockImplementation(() => batch as never);
  return () => filled.mockRestore();
}

async function call(method: string, path: string, body?: object) {
  const response = await fetch(stack.url + path, {
    method,
    headers: { 'x-svcauth': KEY, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const createDraft = (headline: string) => call('POST', '/api/1.3/drafts', { headline });

describe('the service on a full disk', () => {
  it('names its files and the remedy in the log, and no path in an answer', async () => {
    const free = fillDisk();
    await rename(dir, `${dir}.away`);
    const full = 'The disk of this machine cannot be written: no space is left';
    const first = await createDraft('first');
    expect(first.body).toMatchObject({ status: { messages: [full] } });
    expect(vi.mocked(console.error).mock.calls.join('\n')).toContain(
      `DATA_DIR: ${dir} cannot be written: IO error: ${dir}/dynamodb/000003.log: No space left on device. ` +
        'Writes are refused until it can: free some space, or repair or replace the disk.',
    );
    // The probe finds another fault.
    const other = 'The disk of this machine cannot be written: its folder cannot be used';
    await until(async () =>
      expect((await createDraft('second')).body).toMatchObject({ status: { messages: [other] } }),
    );
    await rename(`${dir}.away`, dir);
    free();
    await until(async () => expect((await call('GET', '/health')).status).toBe(200));
  });

  it('answers writes with 503 that names the disk, serves reads, and recovers by itself', async () => {
    const before = await createDraft('before');
    const free = fillDisk();
    // Without a folder, the probe of the disk fails too.
    await rename(dir, `${dir}.away`);
    for (const headline of ['first', 'second']) {
      const refused = await createDraft(headline);
      expect(refused).toMatchObject({
        status: 503,
        body: {
          status: { code: 'unavailable', messages: [expect.stringContaining('disk of this machine')] },
        },
      });
      expect(refused.headers.get('retry-after')).toBe('5');
    }
    const { id } = before.body as { id: number };
    expect((await call('GET', `/api/1.3/drafts/${id}`)).status).toBe(200);

    await rename(`${dir}.away`, dir);
    expect(await call('GET', '/health')).toMatchObject({
      status: 503,
      body: { status: 'failing', disk: { writable: false, fault: expect.any(String) } },
    });
    free();
    await until(async () => expect((await createDraft('after')).status).toBe(200));
    const { body } = await call('GET', '/api/1.3/drafts?include_fields=headline');
    expect(body).toEqual([{ headline: 'after' }, { headline: 'before' }]);
    expect(await call('GET', '/health')).toMatchObject({
      status: 200,
      body: { status: 'ok', version: expect.any(String), disk: { writable: true }, backlog_age_s: 0 },
    });
  });

  it('tells in /health that the folder is not there', async () => {
    await rename(dir, `${dir}.away`);
    expect(await call('GET', '/health')).toMatchObject({
      status: 503,
      body: {
        status: 'failing',
        version: expect.any(String),
        disk: { writable: false, free_bytes: 0, fault: 'its folder cannot be used' },
        backlog_age_s: 0,
      },
    });
    await rename(`${dir}.away`, dir);
    expect((await call('GET', '/health')).status).toBe(200);
  });
});
