import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeAws } from '../../support/deployment/fake-aws/server.ts';
import { assemble, EVERYTHING, makeSettings } from './template/synthesized.ts';

const CREATED = ['CreateChangeSet', 'ExecuteChangeSet'];

/** CloudFront refuses accounts that AWS has not verified yet. */
function refuseCloudFront(type: string): string | undefined {
  return type === 'AWS::CloudFront::Distribution' ? 'Your account must be verified' : undefined;
}

let aws: FakeAws;
let endpoint: string;

beforeEach(async () => {
  aws = new FakeAws();
  endpoint = await aws.start();
});

afterEach(() => aws.stop());

/** Runs the CDK's own command on an assembly. @returns whether it succeeded, with what it wrote */
function cdk(command: 'deploy' | 'destroy', outdir: string): Promise<{ isDone: boolean; text: string }> {
  const options =
    command === 'deploy' ? ['--require-approval', 'never', '--progress', 'events'] : ['--force'];
  const env = {
    PATH: process.env.PATH,
    HOME: mkdtempSync(join(tmpdir(), 'home-')),
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIDTEST',
    AWS_SECRET_ACCESS_KEY: 'secret',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    CDK_DISABLE_VERSION_CHECK: 'true',
    NO_COLOR: '1',
  };
  const args = [
    'node_modules/aws-cdk/bin/cdk',
    command,
    '--all',
    '--app',
    outdir,
    '--no-notices',
    ...options,
  ];
  return new Promise(resolve => {
    execFile(process.execPath, args, { env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ isDone: error === null, text: stdout + stderr }),
    );
  });
}

function assembled(stage: 'prod' | 'dev', deployment?: object): string {
  return assemble(makeSettings(stage, deployment)).outdir;
}

const STACK = 'broadsheet-prod';

describe('first deployment after a failure', () => {
  it('can be repeated by the same command, and a later command protects the stack', async () => {
    const outdir = assembled('prod');
    aws.cloudFormation.failure = refuseCloudFront;
    const first = await cdk('deploy', outdir);
    expect(first.text).toContain('ROLLBACK_COMPLETE');
    expect(aws.takeCalls()).toEqual(CREATED);
    expect(aws.cloudFormation.orphans).toEqual([]);

    aws.cloudFormation.failure = () => undefined;
    expect(await cdk('deploy', outdir)).toMatchObject({ isDone: true });
    expect(aws.takeCalls()).toEqual(['DeleteStack', ...CREATED]);
    expect(aws.cloudFormation.find(STACK).status).toBe('CREATE_COMPLETE');

    expect(await cdk('deploy', assembled('prod', { protected: true }))).toMatchObject({ isDone: true });
    expect(aws.takeCalls()).toEqual(['CreateChangeSet', 'UpdateTerminationProtection', 'ExecuteChangeSet']);
    expect(aws.cloudFormation.find(STACK)).toMatchObject({ isProtected: true, status: 'UPDATE_COMPLETE' });
  });

  it('can’t be repeated while the stack is protected, which is why protected is off by default', async () => {
    const outdir = assembled('prod', EVERYTHING);
    aws.cloudFormation.failure = refuseCloudFront;
    await cdk('deploy', outdir);
    expect(aws.cloudFormation.find(STACK)).toMatchObject({ isProtected: true, status: 'ROLLBACK_FAILED' });

    aws.cloudFormation.failure = () => undefined;
    const refused = await cdk('deploy', outdir);
    expect(refused.isDone).toBe(false);
    expect(refused.text).toContain('cannot be deleted while TerminationProtection is enabled');

    // The documented command for a stack that was protected too early.
    aws.cloudFormation.find(STACK).isProtected = false;
    expect(await cdk('deploy', outdir)).toMatchObject({ isDone: true });
  });
});

it('cdk deploy deploys a development stage again after it was destroyed', async () => {
  const outdir = assembled('dev');
  expect(await cdk('deploy', outdir)).toMatchObject({ isDone: true });
  expect(await cdk('destroy', outdir)).toMatchObject({ isDone: true });
  expect(aws.cloudFormation.orphans).toEqual([]);

  expect(await cdk('deploy', outdir)).toMatchObject({ isDone: true });
  expect(aws.takeCalls()).toEqual([...CREATED, 'DeleteStack', ...CREATED]);
});
