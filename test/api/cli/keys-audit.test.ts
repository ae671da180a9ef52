import { expect, it } from 'vitest';
import { keys } from '../../../infra/cli/keys.ts';
import { useApi } from '../../support/api/api.ts';
import { runHere } from '../../support/processes/cli.ts';
import { ok } from '../../support/resources/posts.ts';

const api = useApi();

it('npm run keys is the actor in the audit entries of what it does', async () => {
  const table = ['--table', process.env.TABLE_NAME!];
  await runHere(keys, [...table, '--name', 'auditor']);
  const reset = await runHere(keys, [...table, '--reset-second-factor', 'auditor']);
  expect(reset.code).toBe(0);

  const all: any[] = await ok(api.get('/audit'));
  const entries = all.filter(entry => entry.process === 'keys command');
  expect(
    entries.map(({ actor, author_id, process: name, action }) => [actor, author_id, name, action]),
  ).toEqual([
    ['process', null, 'keys command', 'author.reset_factors'],
    ['process', null, 'keys command', 'api_key.create'],
    ['process', null, 'keys command', 'author.create'],
  ]);
});
