import { expect, it } from 'vitest';
import { runHere } from '../../support/processes/cli.ts';
import { freeze } from '../../upgrade/freeze.ts';

it.each([
  [[], 'Name a tag or commit'],
  [['HEAD', 'first', 'second'], 'Name a tag or commit'],
  [['no-such-tag'], 'There is no tag or commit no-such-tag here.'],
  [['--unknown'], "Unknown option '--unknown'."],
])('npm run freeze refuses %j with its usage', async (args, fault) => {
  const { code, stderr } = await runHere(freeze, args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`Usage: npm run freeze`) });
  expect(stderr).toMatch(fault);
});
