import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { files } from '../../shared/platform/files/client.ts';
import { database } from '../../shared/platform/store/client.ts';
import { toReason } from '../core/command.ts';
import { explainEndpoint, readEndpoints } from '../core/endpoints.ts';
import { allVariables, setVariables } from '../core/environment.ts';
import { boundAnswers, MAX_FILE_BYTES } from './bounded-answers.ts';

/** The table of a deployment, by its own name or by the stack's. */
export interface Place {
  table: string | undefined;
  stack: string | undefined;
  region: string | undefined;
}

const text = { type: 'string' } as const;
export const PLACE_OPTIONS = { table: text, stack: text, region: text };

export const PLACE_USAGE = `--stack is the deployed stack, such as broadsheet-prod, or --table the name of its table.
Uses the credentials and the region of your AWS environment, as the AWS CLI does.`;

/** @throws Error unless exactly one of table and stack is given */
export function parsePlace({ table, stack, region }: { [Option in keyof Place]?: Place[Option] }): Place {
  if (!table && !stack) throw new Error('--stack or --table is missing.');
  if (table && stack) throw new Error('Give --stack or --table, not both.');
  return { table, stack, region };
}

/** Makes this process call AWS in a region; undefined leaves it to the AWS environment. */
export function useRegion(region: string | undefined): void {
  setVariables({ AWS_REGION: region });
}

/** Makes this process use the deployment's table. */
export async function useTable({ table, stack, region }: Place): Promise<void> {
  useRegion(region);
  setVariables({ TABLE_NAME: table ?? (await readTableName(stack ?? '')) });
  boundAnswers(database());
}

/** Makes this process use a stack's table and buckets. */
export async function useStack(stack: string): Promise<void> {
  const [table, content, media] = await readOutputs(stack, ['TableName', 'ContentBucket', 'MediaBucket']);
  setVariables({ TABLE_NAME: table, CONTENT_BUCKET: content, MEDIA_BUCKET: media });
  boundAnswers(database());
  boundAnswers(files(), MAX_FILE_BYTES);
}

/** The address of a stack's API. */
export async function readApiAddress(stack: string): Promise<string> {
  return (await readOutputs(stack, ['ApiUrl'])).join('');
}

async function readTableName(name: string): Promise<string> {
  return (await readOutputs(name, ['TableName'])).join('');
}

async function readOutputs(name: string, keys: readonly string[]): Promise<string[]> {
  const client = boundAnswers(new CloudFormationClient({}));
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
    return keys.map(key => requireOutput(stack, name, key));
  } catch (error) {
    // CloudFormation has no specific error for a missing stack.
    if (!toReason(error).includes('does not exist')) throw error;
    throw new Error(`There is no stack ${name} in ${await client.config.region()}.`, { cause: error });
  } finally {
    client.destroy();
  }
}

function requireOutput(stack: Stack | undefined, name: string, key: string): string {
  const output = stack?.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
  if (output) return output;
  const state = stack?.StackStatus ?? 'unknown';
  throw new Error(`The stack ${name} has no output ${key} (its state is ${state}): is it fully deployed?`);
}

/** Messages by the error names of the SDK and the services. */
const EXPLANATIONS = new Map([
  [
    'CredentialsProviderError',
    'There are no AWS credentials here: sign in as for the AWS CLI, or set AWS_PROFILE.',
  ],
  ['ExpiredToken', 'The AWS credentials have expired: sign in again.'],
  ['ExpiredTokenException', 'The AWS credentials have expired: sign in again.'],
  ['UnrecognizedClientException', 'AWS doesn’t know these credentials.'],
  ['InvalidClientTokenId', 'AWS doesn’t know these credentials.'],
  ['InvalidSignatureException', 'AWS doesn’t take these credentials: the secret key is wrong, or the clock.'],
  ['SignatureDoesNotMatch', 'AWS doesn’t take these credentials: the secret key is wrong, or the clock.'],
]);

/** Explains why a command on a deployed table failed. */
export function explain(error: unknown, { table }: Place): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'ResourceNotFoundException')
    return `There is no table ${table ?? allVariables().TABLE_NAME ?? ''} here.`;
  if (error.message === 'Region is missing') return 'The region is missing: give --region or set AWS_REGION.';
  const { AWS_PROFILE } = allVariables();
  if (error.name === 'CredentialsProviderError' && AWS_PROFILE)
    return `The profile ${AWS_PROFILE}, which AWS_PROFILE names, gives no credentials: look for it in ~/.aws, or sign in again.`;
  return (
    EXPLANATIONS.get(error.name) ?? explainEndpoint(error, readEndpoints(allVariables())) ?? toReason(error)
  );
}
