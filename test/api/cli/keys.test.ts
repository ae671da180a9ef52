import { expect, it } from 'vitest';
import { useApi } from '../support/api.ts';
import { runCli, type Outcome } from '../support/cli.ts';

const api = useApi();

/** Runs the command against this file's table unless told otherwise. */
function keys(...args: string[]): Promise<Outcome> {
  return runCli('keys', args);
}

function table() {
  return ['--table', process.env.TABLE_NAME!];
}

it('makes a first administrator whose key opens everything', async () => {
  const { code, stdout } = await keys(...table(), '--name', 'Chief', '--email', 'chief@example.org');
  const key = stdout.trim();

  expect(code).toBe(0);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect((await api.get('/api_keys', { key })).body[0]).toMatchObject({
    admin: true,
    permissions: expect.any(Array),
  });
  const found = await api.get('/authors/email', { key, query: { emails: 'chief@example.org' } });
  expect(found.body).toMatchObject([{ name: 'chief', role: 'Administrator' }]);
});

it('gives an administrator who is there already one more key', async () => {
  const [first, second] = [await keys(...table()), await keys(...table())];

  expect(first.stdout).not.toBe(second.stdout);
  const owners = (await api.get('/api_keys', { key: second.stdout.trim() })).body.map(
    (one: any) => one.author_id,
  );
  expect(owners.slice(0, 2)).toEqual([api.stack.adminAuthorId, api.stack.adminAuthorId]);
});

it('refuses to make the key of an author who is no administrator', async () => {
  await api.post('/api/1.1/authors', { name: 'writer', role: 'Guest Writer' });

  expect(await keys(...table(), '--name', 'writer')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The author writer is Guest Writer, not an administrator.\n',
  });
});

it('says that there is no such table', async () => {
  expect(await keys('--table', 'nowhere')).toMatchObject({
    code: 1,
    stderr: 'There is no table nowhere here.\n',
  });
});

it.each([
  ['a missing table', [], /^--stack or --table is missing/],
  ['two tables', ['--table', 'x', '--stack', 'y'], /^Give --stack or --table, not both/],
  ['an unknown option', ['--table', 'x', '--user', 'y'], /^Unknown option '--user'/],
  [
    'what is no name or email',
    ['--table', 'x', '--name', 'a b', '--email', 'c'],
    /^--name: .*\n--email: |^--email: .*\n--name: /,
  ],
])('explains its use after %s', async (_case, args, message) => {
  const { code, stderr } = await keys(...args);

  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(stderr).toMatch(/\nUsage: npm run keys/);
});
