import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Service } from '../../support/processes/service.ts';
import { runCli } from '../../support/processes/cli.ts';
import { ok } from '../../support/resources/posts.ts';

const POSTS = 30;

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reindex-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

function reindex(...args: string[]) {
  return runCli('reindex/main', ['--data-dir', dir, ...args]);
}

describe('npm run reindex -- --data-dir', () => {
  it('refuses a folder that is not the data folder of a service', async () => {
    expect(await reindex()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not the data folder of a service'),
    });
  });

  it('refuses the data of a running service, and indexes all posts after it has died', async () => {
    const service = new Service({ DATA_DIR: dir });
    const api = await service.api(dir);
    for (let number = 0; number < POSTS; number++)
      await ok(api.post('/posts', { headline: `Vote ${number}`, created_ts: 1_500_000_000 + number }));
    expect(await reindex()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The service is running on'),
    });
    await service.end('SIGKILL');

    const { code, stdout, stderr } = await reindex();
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Indexed posts: ${POSTS}.\n` });
    expect(stderr).toMatch(/^ {2}25 posts so far, back to 2017-07-14\./);
    expect(await runCli('verify/main', ['--data-dir', dir])).toMatchObject({
      code: 0,
      stdout: 'No disagreement was found.\n',
    });
  });

  it('continues behind a reported position', async () => {
    const { stderr } = await reindex();
    const [, position = ''] = /--after '(.+?)'/.exec(stderr) ?? [];
    expect(await reindex('--after', position)).toMatchObject({
      code: 0,
      stdout: `Indexed posts: ${POSTS - 25}.\n`,
    });
  });
});
