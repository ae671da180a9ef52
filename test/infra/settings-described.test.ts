import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { StageSettings } from '../../infra/stack/deployment.ts';
import { SignIn } from '../../shared/platform/site/sign-in-schema.ts';
import { Site } from '../../shared/platform/site/site-schema.ts';

/** The settings that the tables of the README name in their first column. */
const described = new Set(
  [...readFileSync('infra/README.md', 'utf8').matchAll(/^\| (`[^|]*`) *\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  ),
);

/** Settings of several parts, of which each has a row. */
const IN_PARTS = ['limits', 'signIn'];

describe('the configuration in infra/README.md', () => {
  it.each([
    ['the site', Object.keys(Site.pipe[0].entries).filter(name => !IN_PARTS.includes(name))],
    ['sign-in', Object.keys(SignIn.pipe[0].entries).map(name => `signIn.${name}`)],
    ['a deployment', Object.keys(StageSettings.pipe[0].entries)],
  ])('has a row for each setting of %s', (_what, names) => {
    expect(names.filter(name => !described.has(name))).toEqual([]);
  });
});
