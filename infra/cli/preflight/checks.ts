import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient, ListDistributionsCommand } from '@aws-sdk/client-cloudfront';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { toReason } from '../../core/command.ts';
import { readRegion, type DomainSettings } from '../../stack/domain-settings.ts';
import type { Settings } from '../../stack/settings.ts';
import { boundAnswers } from '../bounded-answers.ts';
import type { Finding } from './report.ts';

/** The version of the bootstrap stack from which the CDK deploys this app's assets. */
const MIN_BOOTSTRAP = 6;
/**
 * A page of the desk requests several lists at once, and workers run at the same time: with fewer functions at a time, some requests are
 * answered 503.
 */
const MIN_CONCURRENCY = 100;
const BOOTSTRAP_STACK = 'CDKToolkit';

/** Whether the region takes deployments: the stack that `cdk bootstrap` creates. */
export async function checkBootstrap(): Promise<Finding> {
  const subject = 'Bootstrap';
  const client = boundAnswers(new CloudFormationClient({}));
  try {
    const { Stacks: [stack] = [] } = await client.send(
      new DescribeStacksCommand({ StackName: BOOTSTRAP_STACK }),
    );
    const version = stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue;
    if (Number(version) >= MIN_BOOTSTRAP)
      return { subject, found: `${BOOTSTRAP_STACK} has version ${version}`, state: 'ready' };
    const found = `${BOOTSTRAP_STACK} is ${stack?.StackStatus ?? 'missing'}: run npx cdk bootstrap`;
    return { subject, found, state: 'todo' };
  } catch (error) {
    // CloudFormation has no specific error for a missing stack.
    if (!toReason(error).includes('does not exist')) throw error;
    return { subject, found: 'the region is not bootstrapped: run npx cdk bootstrap', state: 'todo' };
  } finally {
    client.destroy();
  }
}

/** How many functions the account may run at once in the region. */
export async function checkConcurrency(): Promise<Finding> {
  const subject = 'Lambda concurrency';
  const client = boundAnswers(new LambdaClient({}));
  try {
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
    const limit = AccountLimit?.ConcurrentExecutions ?? 0;
    if (limit >= MIN_CONCURRENCY) return { subject, found: `${limit} functions at once`, state: 'ready' };
    const found =
      `only ${limit} functions at once, as in a new account. The deployment succeeds, but requests beyond that are answered 503: ` +
      'ask in Service Quotas for 1,000 "Concurrent executions" of Lambda (quota L-B99A9384)';
    return { subject, found, state: 'todo' };
  } finally {
    client.destroy();
  }
}

/** Whether the account may create a distribution. AWS shows that only by refusing one, or by one that exists. */
export async function checkCloudFront({ deployment }: Settings): Promise<Finding> {
  const subject = 'CloudFront';
  if (!deployment.media.cdn && !deployment.edge)
    return { subject, found: 'not used (media.cdn is false)', state: 'ready' };
  const client = boundAnswers(new CloudFrontClient({ region: 'us-east-1' }));
  try {
    const { DistributionList } = await client.send(new ListDistributionsCommand({ MaxItems: 1 }));
    if ((DistributionList?.Quantity ?? 0) > 0)
      return { subject, found: 'the account has a distribution', state: 'ready' };
    const found =
      'the account has no distribution yet. AWS refuses the first one of some new accounts ("must be verified"): ask AWS Support ' +
      'to verify the account for CloudFront, or deploy with "media": {"cdn": false} and turn it on later';
    return { subject, found, state: 'note' };
  } finally {
    client.destroy();
  }
}

/** Whether the certificates of the custom domains are issued and cover their names. */
export async function checkCertificates({ deployment }: Settings): Promise<Finding[]> {
  const { domain, mediaDomain, edge } = deployment;
  const domains = Object.entries({ domain, mediaDomain, 'edge.domain': edge?.domain });
  return await Promise.all(
    domains.flatMap(([name, value]) => (value ? [checkCertificate(name, value)] : [])),
  );
}

async function checkCertificate(setting: string, domain: DomainSettings): Promise<Finding> {
  const { name, certificateArn } = domain;
  const subject = `Certificate of ${setting}`;
  const client = boundAnswers(new ACMClient({ region: readRegion(domain) }));
  try {
    const { Certificate } = await client.send(
      new DescribeCertificateCommand({ CertificateArn: certificateArn }),
    );
    const { Status, DomainName = '', SubjectAlternativeNames = [] } = Certificate ?? {};
    if (Status !== 'ISSUED')
      return { subject, found: `is ${Status}: complete its validation in ACM`, state: 'todo' };
    if (![DomainName, ...SubjectAlternativeNames].some(covered => covers(covered, name)))
      return { subject, found: `does not cover ${name}: request one that does`, state: 'todo' };
    return { subject, found: `is issued for ${name}`, state: 'ready' };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ResourceNotFoundException') throw error;
    return { subject, found: `${certificateArn} does not exist: request it in ACM`, state: 'todo' };
  } finally {
    client.destroy();
  }
}

/** A wildcard covers one label. */
function covers(covered: string, name: string): boolean {
  if (!covered.startsWith('*.')) return covered === name;
  return name.split('.').slice(1).join('.') === covered.slice(2);
}
