import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient, ListDistributionsCommand } from '@aws-sdk/client-cloudfront';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkCertificates, checkCloudFront } from '../../../infra/cli/preflight/checks.ts';
import { preflight } from '../../../infra/cli/preflight/main.ts';
import { readSettings } from '../../../infra/stack/settings.ts';
import { runHere } from '../../support/processes/cli.ts';

const cloudFormation = mockClient(CloudFormationClient);
const lambda = mockClient(LambdaClient);
const cloudFront = mockClient(CloudFrontClient);
const acm = mockClient(ACMClient);

const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/12345678-1234-1234-1234-123456789012';

beforeEach(() => {
  cloudFormation.on(DescribeStacksCommand).resolves({
    Stacks: [
      {
        StackName: 'CDKToolkit',
        CreationTime: new Date(0),
        StackStatus: 'CREATE_COMPLETE',
        Outputs: [{ OutputKey: 'BootstrapVersion', OutputValue: '30' }],
      },
    ],
  });
  lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 1000 } });
  cloudFront.on(ListDistributionsCommand).resolves({ DistributionList: { Quantity: 1 } as never });
});

afterEach(() => {
  for (const mock of [cloudFormation, lambda, cloudFront, acm]) mock.reset();
});

/** The lines of the command's findings. */
async function run(...args: string[]): Promise<{ code: number; lines: string[]; stderr: string }> {
  const { code, stdout, stderr } = await runHere(preflight, ['--region', 'eu-west-1', ...args]);
  return { code, lines: stdout.trim().split('\n'), stderr };
}

describe('npm run preflight', () => {
  it('reports that an account is ready', async () => {
    const { code, lines } = await run();

    expect(code).toBe(0);
    expect(lines).toEqual([
      'Checks the stage prod in eu-west-1.',
      'ready  Bootstrap: CDKToolkit has version 30',
      'ready  Lambda concurrency: 1000 functions at once',
      'ready  CloudFront: the account has a distribution',
      'Ready to deploy: npx cdk deploy --all',
    ]);
  });

  it('reports what a new account lacks, and what to request', async () => {
    cloudFormation.on(DescribeStacksCommand).rejects(new Error('Stack with id CDKToolkit does not exist'));
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 10 } });
    cloudFront.on(ListDistributionsCommand).resolves({ DistributionList: { Quantity: 0 } as never });

    const { code, lines, stderr } = await run('--stage', 'dev');

    expect(code).toBe(1);
    expect(lines).toEqual([
      'Checks the stage dev in eu-west-1.',
      'TO DO  Bootstrap: the region is not bootstrapped: run npx cdk bootstrap',
      expect.stringMatching(/^TO DO {2}Lambda concurrency: only 10 functions at once.*quota L-B99A9384/),
      expect.stringMatching(/^note {3}CloudFront: the account has no distribution yet.*ask AWS Support/),
    ]);
    expect(stderr).toBe('Before the deployment there are 2 things to do.\n');
  });

  it('reports the other findings when the credentials do not permit all checks', async () => {
    lambda
      .on(GetAccountSettingsCommand)
      .rejects(new Error('not authorized to perform: lambda:GetAccountSettings'));

    const { code, lines } = await run();

    expect(code).toBe(0);
    expect(lines[2]).toBe(
      'note   Lambda concurrency: could not be checked: not authorized to perform: lambda:GetAccountSettings',
    );
  });

  it('ends with an explanation when there are no credentials', async () => {
    cloudFormation
      .on(DescribeStacksCommand)
      .rejects(Object.assign(new Error('Could not load'), { name: 'CredentialsProviderError' }));

    const { code, stderr } = await run();

    expect(code).toBe(1);
    expect(stderr).toMatch(/^There are no AWS credentials here/);
  });

  it('refuses a name that no stage can have', async () => {
    const { code, stderr } = await run('--stage', 'QA');

    expect(code).toBe(2);
    expect(stderr).toMatch(/^stage: must have lower-case letters/);
  });
});

it('checkCloudFront() makes no call when the deployment has no CDN', async () => {
  const context: Record<string, unknown> = { deployment: { prod: { media: { cdn: false } } } };

  expect(await checkCloudFront(readSettings(setting => context[setting]))).toMatchObject({ state: 'ready' });
  expect(cloudFront.calls()).toEqual([]);
});

describe('check of the certificate', () => {
  function check(name = 'media.example.com') {
    const mediaDomain = { name, certificateArn: CERTIFICATE };
    const context: Record<string, unknown> = { deployment: { prod: { mediaDomain } } };
    return checkCertificates(readSettings(setting => context[setting]));
  }

  it.each([
    [{ Status: 'ISSUED', DomainName: 'media.example.com' }, 'ready', 'is issued for media.example.com'],
    [
      { Status: 'ISSUED', SubjectAlternativeNames: ['*.example.com'] },
      'ready',
      'is issued for media.example.com',
    ],
    [{ Status: 'PENDING_VALIDATION' }, 'todo', 'is PENDING_VALIDATION: complete its validation in ACM'],
    [
      { Status: 'ISSUED', DomainName: '*.com' },
      'todo',
      'does not cover media.example.com: request one that does',
    ],
  ] as const)('reports a certificate %j as %s', async (Certificate, state, found) => {
    acm.on(DescribeCertificateCommand, { CertificateArn: CERTIFICATE }).resolves({ Certificate } as never);

    expect(await check()).toEqual([{ subject: 'Certificate of mediaDomain', state, found }]);
  });

  it('explains how to request a certificate that does not exist', async () => {
    acm
      .on(DescribeCertificateCommand)
      .rejects(Object.assign(new Error('missing'), { name: 'ResourceNotFoundException' }));

    expect(await check()).toEqual([
      {
        subject: 'Certificate of mediaDomain',
        state: 'todo',
        found: `${CERTIFICATE} does not exist: request it in ACM`,
      },
    ]);
  });
});
