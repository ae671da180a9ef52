import { parse, toReason, startCommand, type Command } from '../../core/command.ts';
import { allVariables } from '../../core/environment.ts';
import { readSettings, type Settings } from '../../stack/settings.ts';
import { readContext } from '../../stack/site.ts';
import { explain, useRegion } from '../deployed.ts';
import { checkBootstrap, checkCertificates, checkCloudFront, checkConcurrency } from './checks.ts';
import { printFindings, type Finding } from './report.ts';
import { print } from '../../core/terminal.ts';

const USAGE = `Usage: npm run preflight -- [--stage <name>] [--region <region>]

Checks, before a deployment, what an account may lack, and says what to ask for. It reads: the settings in cdk.json, the bootstrap
stack (cloudformation:DescribeStacks), the limit of concurrent functions (lambda:GetAccountSettings), the CloudFront distributions
(cloudfront:ListDistributions) and the certificates of custom domains (acm:DescribeCertificate). It changes nothing.

Uses the credentials and the region of your AWS environment, as the AWS CLI does.`;

interface Options {
  settings: Settings;
  region: string | undefined;
}

/** @throws Error when the command line or cdk.json is wrong */
function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parse({ args, options: { stage: { ...text, default: 'prod' }, region: text } });
  const context: Record<string, unknown> = { ...readContext(), stage: values.stage };
  return { settings: readSettings(name => context[name]), region: values.region };
}

async function run({ settings, region }: Options): Promise<void> {
  useRegion(region);
  const { AWS_REGION, AWS_DEFAULT_REGION } = allVariables();
  const name = AWS_REGION ?? AWS_DEFAULT_REGION ?? 'the region of your AWS profile';
  print(`Checks the stage ${settings.stage} in ${name}.`);
  // Also shows whether the credentials work here at all: without them the other checks would only repeat the same error.
  const bootstrap = await checkBootstrap();
  const others = await Promise.all([
    attempt('Lambda concurrency', checkConcurrency),
    attempt('CloudFront', () => checkCloudFront(settings)),
    attempt('Certificates', () => checkCertificates(settings)),
  ]);
  const todo = printFindings([bootstrap, ...others.flat()]);
  if (todo > 0)
    throw new Error(`Before the deployment there ${todo === 1 ? 'is 1 thing' : `are ${todo} things`} to do.`);
  print('Ready to deploy: npx cdk deploy --all');
}

/** A check that the credentials do not permit shall not hide what the others find. */
async function attempt(
  subject: string,
  check: () => Promise<Finding | Finding[]>,
): Promise<Finding | Finding[]> {
  try {
    return await check();
  } catch (error) {
    return { subject, found: `could not be checked: ${toReason(error)}`, state: 'note' };
  }
}

export const preflight: Command<Options> = {
  usage: USAGE,
  read: readOptions,
  run,
  explain: error => explain(error, { table: undefined, stack: undefined, region: undefined }),
};

await startCommand(import.meta.filename, preflight);
