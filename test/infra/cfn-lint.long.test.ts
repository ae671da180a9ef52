import { execFile, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Settings } from '../../infra/stack/settings.ts';
import { assemble, EVERYTHING, settingsOf } from './template/synthesized.ts';

/** The Python tool that checks templates against CloudFormation's own schemas; another version knows other rules. */
const CFN_LINT = { version: '1.51.0', install: 'pip install cfn-lint==1.51.0' };

const installed = spawnSync('cfn-lint', ['--version'], { encoding: 'utf8' });
const isMissing = installed.status !== 0;

/** The CDK names a function's role among what it depends on, though a reference says so already. */
const OF_THE_CDK = 'W3005';

interface Fault {
  Filename: string;
  Level: string;
  Message: string;
  Rule: { Id: string };
}

/** What it finds in templates of a deployment; it ends with a code of its own for each level of faults. */
function faultsOf(settings: Settings, which = (_template: string) => true): Promise<Fault[]> {
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

function told(faults: readonly Fault[]): string[] {
  return faults.map(({ Filename, Message, Rule }) => `${Rule.Id} ${Message} ${Filename}`);
}

/** The endpoints' own stacks differ by names only between stages: a few seconds of a processor each time. */
function notOfEndpoints(template: string): boolean {
  return !/^broadsheet(prod|dev)api[a-z]/.test(template);
}

describe.skipIf(isMissing && !process.env.CI)('cfn-lint', () => {
  it(`is installed in version ${CFN_LINT.version}`, () => {
    expect(isMissing ? CFN_LINT.install : installed.stdout.trim()).toBe(`cfn-lint ${CFN_LINT.version}`);
  });

  it('has nothing to say of a deployment with everything set', async () => {
    expect(told(await faultsOf(settingsOf('prod', EVERYTHING)))).toEqual([]);
  });

  it('has nothing to say of dev as it is by default', async () => {
    expect(told(await faultsOf(settingsOf('dev'), notOfEndpoints))).toEqual([]);
  });
});
