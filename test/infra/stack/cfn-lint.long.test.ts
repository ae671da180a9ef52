import { execFile, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../infra/stack/settings.ts';
import { assemble, EVERYTHING, makeSettings } from './template/synthesized.ts';

/** The Python tool that checks templates against CloudFormation's own schemas; another version knows other rules. */
const CFN_LINT = { version: '1.51.0', install: 'pip install cfn-lint==1.51.0' };

const installed = spawnSync('cfn-lint', ['--version'], { encoding: 'utf8' });
const isMissing = installed.status !== 0;

/** "Redundant DependsOn": the CDK lists a function's role, which the function already references. */
const OF_THE_CDK = 'W3005';

interface Fault {
  Filename: string;
  Level: string;
  Message: string;
  Rule: { Id: string };
}

/** Runs cfn-lint on the templates of a deployment. Its exit code differs by level of faults, so only the output counts. */
function findFaults(settings: Settings, which = (_template: string) => true): Promise<Fault[]> {
  return new Promise((resolve, reject) => {
    const { outdir } = assemble(settings);
    const templates = readdirSync(outdir).filter(file => file.endsWith('.template.json') && which(file));
    const files = templates.map(file => join(outdir, file));
    const options = ['--format', 'json', '--ignore-checks', OF_THE_CDK, '--'];
    execFile('cfn-lint', [...options, ...files], { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout));
      } catch {
        reject(new Error(stderr, { cause: error }));
      }
    });
  });
}

if (isMissing && !process.env.CI) console.log(`SKIPPED: cfn-lint is not installed (${CFN_LINT.install}).`);

function formatLines(faults: readonly Fault[]): string[] {
  return faults.map(({ Filename, Message, Rule }) => `${Rule.Id} ${Message} ${Filename}`);
}

/** Skips the endpoints' stacks, which differ between stages only by names and take seconds each. */
function isOtherThanEndpoints(template: string): boolean {
  return !/^broadsheet(prod|dev)api[a-z]/.test(template);
}

describe.skipIf(isMissing && !process.env.CI)('cfn-lint', () => {
  it(`is installed in version ${CFN_LINT.version}`, () => {
    expect(isMissing ? CFN_LINT.install : installed.stdout.trim()).toBe(`cfn-lint ${CFN_LINT.version}`);
  });

  it('finds no fault in a deployment with everything set', async () => {
    expect(formatLines(await findFaults(makeSettings('prod', EVERYTHING)))).toEqual([]);
  });

  it('finds no fault in a deployment without a CDN', async () => {
    expect(
      formatLines(await findFaults(makeSettings('dev', { media: { cdn: false } }), isOtherThanEndpoints)),
    ).toEqual([]);
  });

  it('finds no fault in the default development deployment', async () => {
    expect(formatLines(await findFaults(makeSettings('dev'), isOtherThanEndpoints))).toEqual([]);
  });
});
