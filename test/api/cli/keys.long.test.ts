import { expect, it } from 'vitest';
import { EVERYWHERE_S, useApi } from '../../support/api/api.ts';
import { runCli, type Outcome } from '../../support/processes/cli.ts';
import { makeEnrolled, signInWith } from '../../support/resources/passkeys.ts';
import { advanceClock, restoreClock } from '../../support/time/clock.ts';

const api = useApi();

function keys(...args: string[]): Promise<Outcome> {
  return runCli('keys', args);
}

function table() {
  return ['--table', process.env.TABLE_NAME!];
}

it('npm run keys creates a first administrator and prints an administrator key', async () => {
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

it('npm run keys creates another key for an existing administrator', async () => {
  const [first, second] = [await keys(...table()), await keys(...table())];

  expect(first.stdout).not.toBe(second.stdout);
  const owners = (await api.get('/api_keys', { key: second.stdout.trim() })).body.map(
    (key: any) => key.author_id,
  );
  expect(owners.slice(0, 2)).toEqual([api.stack.adminAuthorId, api.stack.adminAuthorId]);
});

it('npm run keys refuses to create a key for an author who is not an administrator', async () => {
  await api.post('/api/1.1/authors', { name: 'writer', role: 'Guest Writer' });

  expect(await keys(...table(), '--name', 'writer')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The author writer is Guest Writer, not an administrator.\n',
  });
});

it('npm run keys -- --reset-second-factor removes the passkeys of an author and ends the sessions', async () => {
  const { account, authenticator, call } = await makeEnrolled(api);
  const { name } = (await api.get(`/api/1.1/authors/${account.id}`)).body;
  const { code, stderr } = await keys(...table(), '--reset-second-factor', name);

  expect([code, stderr]).toEqual([
    0,
    `${name} signs in with the password again, and has no passkeys, recovery codes and sessions.\n`,
  ]);
  advanceClock(EVERYWHERE_S);
  expect((await api.get('/me', call)).status).toBe(401);
  expect((await signInWith(api, authenticator)).status).toBe(401);
  restoreClock();
  expect(await keys(...table(), '--reset-second-factor', 'nobody')).toMatchObject({
    code: 1,
    stderr: 'There is no author of the name nobody.\n',
  });
});

it('npm run keys explains that the table does not exist', async () => {
  expect(await keys('--table', 'nowhere')).toMatchObject({
    code: 1,
    stderr: 'There is no table nowhere here.\n',
  });
});

it.each([
  ['a missing table', [], /^--stack or --table is missing/],
  ['two tables', ['--table', 'x', '--stack', 'y'], /^Give --stack or --table, not both/],
  ['an invitation without a stack', ['--table', 'x', '--invite'], /^--invite needs --stack/],
  ['an unknown option', ['--table', 'x', '--user', 'y'], /^Unknown option '--user'/],
  [
    'what is no name or email',
    ['--table', 'x', '--name', 'a b', '--email', 'c'],
    /^--name: .*\n--email: |^--email: .*\n--name: /,
  ],
])('npm run keys exits with 2 and prints its usage after %s', async (_case, args, message) => {
  const { code, stderr } = await keys(...args);

  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(stderr).toMatch(/\nUsage: npm run keys/);
});

it('npm run keys refuses --local together with another option', async () => {
  expect(await keys('--local', ...table())).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^--local takes no other option\.\n\nUsage: /),
  });
});
