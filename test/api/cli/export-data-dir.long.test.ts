import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Service } from '../../support/processes/service.ts';
import { runCli, type Outcome } from '../../support/processes/cli.ts';
import { ok } from '../../support/resources/posts.ts';
import { filesIn, fillWithOddities, readLines, type Odd } from '../../support/import/site-export.ts';

let dir: string;
let odd: Odd;
let webhook: any;
let imported: Outcome;
function at(name: string): string {
  return join(dir, name);
}

/** Runs a service on a data folder for the time of some work. */
async function during(name: string, work: (service: Service) => Promise<void>): Promise<void> {
  const service = new Service({ DATA_DIR: at(name), ADMIN_API_KEY: 'k'.repeat(64) });
  try {
    await work(service);
  } finally {
    await service.end('SIGTERM');
  }
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'broadsheet-'));
  await during('newsroom', async service => {
    const api = await service.api(at('newsroom'));
    odd = await fillWithOddities(api, '<p>Short</p>');
    webhook = await ok(api.post('/webhooks', { url: 'https://hooks.example/a', active: false }));
    const edit = { manual_basename: 'renamed', body: '<p>Again</p>' };
    await ok(api.put(`/posts/${odd.posts[1].id}`, edit));
  });
  expect(await runCli('export/main', [at('first'), '--data-dir', at('newsroom')])).toMatchObject({ code: 0 });
  imported = await runCli('import/main', [at('first'), '--data-dir', at('copy')], {
    ADMIN_API_KEY: 'c'.repeat(64),
  });
  expect(await runCli('export/main', [at('second'), '--data-dir', at('copy')])).toMatchObject({ code: 0 });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

it('npm run export -- --data-dir exports what the API does not return, and no secrets', async () => {
  const authors = await readLines(at('first'), 'authors');
  expect(authors.find(({ id }) => id === odd.authors[0])).toMatchObject({ email: 'ann@example.com' });
  expect((await readLines(at('first'), 'webhooks')).map(({ id }) => id)).toEqual([webhook.id]);
  expect(await readLines(at('first'), 'paths')).not.toEqual([]);
  const texts = [...(await filesIn(at('first'))).values()].join('\n');
  for (const secret of [webhook.secret, 'scrypt$', 'k'.repeat(64)]) expect(texts).not.toContain(secret);
});

it('npm run export -- --data-dir exports the same from a folder that the export has filled', async () => {
  const [first, second] = [await filesIn(at('first')), await filesIn(at('second'))];
  expect([...second.keys()]).toEqual([...first.keys()]);
  for (const [name, content] of first) expect(second.get(name) === content, name).toBe(true);
});

it('npm run import lists the authors who need an invitation and the webhooks that need a secret', () => {
  expect(imported.stdout).toContain('These authors had a password');
  expect(imported.stdout).toContain(`  ${odd.authors[0]} `);
  expect(imported.stdout).toContain(`  ${webhook.id} https://hooks.example/a`);
});

it('npm run import lets former paths answer in the copy', async () => {
  await during('copy', async service => {
    const api = await service.api(at('copy'));
    const { pathname: path } = new URL(odd.posts[1].post_url);
    const { body } = await api.get('/posts/permalink', { query: { path }, key: 'c'.repeat(64) });
    expect(body).toEqual({ moved_to: expect.stringContaining('renamed') });
  });
});

it('npm run import restores staged changes with their plans and conflicts', async () => {
  const read = async (name: string, key: string) => {
    const found: any[] = [];
    await during(name, async service => {
      const api = await service.api(at(name));
      for (const { id } of [odd.posts[1], odd.posts[3]])
        found.push(await ok(api.get(`/editor/posts/${id}`, { query: { staged: '1' }, key })));
    });
    // A version of a body counts only where it was written.
    return found.map(
      ({ body_version: _, staged_change: { base_body_version: _base, ...change }, ...post }) => ({
        ...{ ...post, staged_change: { ...change, version: 1 } },
      }),
    );
  };
  const [there, here] = [await read('newsroom', 'k'.repeat(64)), await read('copy', 'c'.repeat(64))];
  const withoutPort = (posts: object[]) =>
    JSON.parse(JSON.stringify(posts).replaceAll(/localhost:\d+/g, 'localhost'));
  expect(withoutPort(here)).toEqual(withoutPort(there));
  expect(here).toMatchObject([
    { headline: 'Staged', staged_change: { apply_at: expect.any(Number), has_conflict: false } },
    { body: '<p>Staged</p>', staged_change: { apply_at: null, has_conflict: true } },
  ]);
});

it('npm run import, export and verify -- --repair are in the audit trail of their data folder, with the command as actor', async () => {
  await runCli('verify/main', ['--data-dir', at('copy'), '--repair']);
  await during('copy', async service => {
    const api = await service.api(at('copy'));
    const query = { resource: 'site' };
    const entries = await ok(api.get('/audit', { query, key: 'c'.repeat(64) }));
    const found = entries.map(({ actor, process, action }: any) => [actor, process, action]);
    expect(found).toEqual([
      ['process', 'verify command', 'site.repair'],
      ['process', 'export command', 'site.export'],
      ['process', 'import command', 'site.import'],
    ]);
  });
});

it('npm run export -- --data-dir refuses a folder without data, and one of a running service', async () => {
  const none = await runCli('export/main', [at('none'), '--data-dir', at('first')]);
  expect(none).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not the data folder of a service'),
  });
  await during('newsroom', async service => {
    await service.api(at('newsroom'));
    const { code, stderr } = await runCli('export/main', [at('none'), '--data-dir', at('newsroom')]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('The service is running on'),
    });
  });
});

it('npm run export -- --data-dir says only that the table does not answer', async () => {
  const variables = { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' };
  const outcome = await runCli('export/main', [at('third'), '--data-dir', at('newsroom')], variables);
  expect(outcome).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^No service answers at AWS_ENDPOINT_URL_DYNAMODB=http:\/\/127\.0\.0\.1:9: .*\n$/,
    ),
  });
});
