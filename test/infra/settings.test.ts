import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '../../infra/settings.ts';
import { contextOfCdkJson } from '../../infra/site.ts';

const from = (context: Record<string, unknown>) => () => readSettings(name => context[name]);

it('takes what cdk.json says, for production unless told otherwise', () => {
  const context = contextOfCdkJson();

  expect(from(context)()).toEqual({ stage: 'prod', site: context.site });
  expect(from({ ...context, stage: 'dev' })().stage).toBe('dev');
});

it('does without any configuration', () => {
  expect(from({})()).toEqual({ stage: 'prod', site: {} });
});

it('lists every fault at once, each with its place', () => {
  const site = {
    timeZone: 'Mars/Olympus',
    permalink: 'news/<title>',
    imageRatios: [{ code: 'wide', title: 'Wide', sizes: ['600'] }],
    customRoles: { Desk: ['fly'] },
    features: { partnerNews: 'yes' },
    colour: 'red',
  };
  const faults = [
    /stage: must be prod or dev/,
    /timeZone: must be an IANA time zone/,
    /permalink: must begin with \//,
    /imageRatios\.0\.code: must be <width>x<height>/,
    /imageRatios\.0\.sizes\.0: must be <width>x<height>/,
    /customRoles\.Desk\.0: must be one of read/,
    /features\.partnerNews: /,
    /colour: /,
  ];

  for (const fault of faults) expect(from({ stage: 'test', site })).toThrow(fault);
});

it('wants the site to be an object', () => {
  expect(from({ site: 'Broadsheet' })).toThrow(/^site: must be an object$/);
});

it('stops the synthesis with the faults and writes nothing', async () => {
  const outdir = mkdtempSync(join(tmpdir(), 'cdk-'));
  const CDK_CONTEXT_JSON = JSON.stringify({ site: { timeZone: 'Mars/Olympus', siteId: 0 } });
  const env = { ...process.env, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON };
  const [code, stderr] = await new Promise<[unknown, string]>(resolve => {
    execFile(process.execPath, ['--import', 'tsx', 'infra/app.ts'], { env }, (error, _stdout, text) =>
      resolve([error?.code, text]),
    );
  });

  expect(code).toBe(1);
  expect(stderr).toMatch(/The site configuration has faults:\n.*\n.*/);
  expect(stderr).toMatch(/timeZone: must be an IANA time zone/);
  expect(stderr).toMatch(/siteId: /);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(readdirSync(outdir)).toEqual([]);
});

it('finds a schema of authors’ data that could never be used', () => {
  const site = { authorSpecificDataSchema: { properties: { beat: { type: 'text' } } } };

  expect(from({ site })).toThrow(/authorSpecificDataSchema: text is not a type/);
});
