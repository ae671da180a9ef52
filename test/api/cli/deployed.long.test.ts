import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCloudFormation, type StackAnswer } from '../../support/deployment/cloudformation.ts';
import { useApi } from '../../support/api/api.ts';
import { runCli } from '../../support/processes/cli.ts';

const api = useApi();
const ApiUrl = 'https://api.example';
let cloud: Awaited<ReturnType<typeof startCloudFormation>>;

beforeAll(async () => {
  const stacks = new Map<string, StackAnswer>([
    ['broadsheet-prod', { outputs: { ApiUrl, TableName: process.env.TABLE_NAME! } }],
    ['begun', { outputs: { ApiUrl } }],
    ['expired', { error: 'ExpiredToken' }],
    ['unknown', { error: 'InvalidClientTokenId' }],
    ['forbidden', { error: 'AccessDenied' }],
  ]);
  cloud = await startCloudFormation(stacks);
});
afterAll(() => cloud.stop());

/** Runs the command against the stand-in for CloudFormation. */
function on(stack: string, variables: Record<string, string | undefined> = {}, args: string[] = []) {
  return runCli('keys', ['--stack', stack, ...args], {
    AWS_ENDPOINT_URL_CLOUDFORMATION: cloud.origin,
    ...variables,
  });
}

describe('a command for a deployed stack', () => {
  it('finds the table by the outputs of the stack', async () => {
    const { code, stdout } = await on('broadsheet-prod');

    expect(code).toBe(0);
    expect((await api.get('/api_keys', { key: stdout.trim() })).status).toBe(200);
  });

  it('invites the first administrator by a link to the stack’s page', async () => {
    const args = ['--invite', '--name', 'chief', '--email', 'chief@example.org'];
    const { code, stdout } = await on('broadsheet-prod', {}, args);
    const [, token] =
      /^https:\/\/api\.example\/sign-in\/#invite=([0-9a-f]{64})&email=chief%40example\.org\n$/.exec(stdout) ??
      [];
    const body = { token, email: 'chief@example.org', password: 'nine years for a bridge' };

    expect(code).toBe(0);
    expect((await api.post('/invitations', body, { key: null })).status).toBe(200);
  });

  it.each([
    ['nowhere', 'There is no stack nowhere in us-east-1.'],
    [
      'begun',
      'The stack begun has no output TableName (its state is CREATE_COMPLETE): is it fully deployed?',
    ],
    ['expired', 'The AWS credentials have expired: sign in again.'],
    ['unknown', 'AWS doesn’t know these credentials.'],
    ['forbidden', 'Refused'],
  ])('explains in one line why the stack %s cannot be used', async (stack, words) => {
    expect(await on(stack)).toEqual({ code: 1, stdout: '', stderr: `${words}\n` });
  });

  it.each([
    [undefined, 'There are no AWS credentials here: sign in as for the AWS CLI, or set AWS_PROFILE.'],
    [
      'paper',
      'The profile paper, which AWS_PROFILE names, gives no credentials: look for it in ~/.aws, or sign in again.',
    ],
  ])('explains that AWS credentials are missing, with AWS_PROFILE %s', async (profile, words) => {
    const none = mkdtempSync(join(tmpdir(), 'home-'));
    const variables = {
      HOME: none,
      USERPROFILE: none,
      AWS_PROFILE: profile,
      AWS_ACCESS_KEY_ID: undefined,
      AWS_SECRET_ACCESS_KEY: undefined,
      AWS_EC2_METADATA_DISABLED: 'true',
    };

    expect(await on('broadsheet-prod', variables)).toMatchObject({ code: 1, stderr: `${words}\n` });
  });

  it('explains that the region is missing, and accepts --region', async () => {
    const none = { HOME: mkdtempSync(join(tmpdir(), 'home-')), AWS_REGION: undefined };
    const { stderr } = await on('broadsheet-prod', none);
    const found = await runCli('keys', ['--stack', 'nowhere', '--region', 'eu-west-1'], {
      ...none,
      AWS_ENDPOINT_URL_CLOUDFORMATION: cloud.origin,
    });

    expect(stderr).toBe('The region is missing: give --region or set AWS_REGION.\n');
    expect(found.stderr).toBe('There is no stack nowhere in eu-west-1.\n');
  });
});
