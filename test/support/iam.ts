import type { Resources, Statement } from '../../infra/grants.ts';
import type { AwsCall } from '../api/support/calls.ts';

/** What a call asks IAM for. */
export interface Need {
  action: string;
  resource: string;
  /** The condition keys that come with it. */
  context?: Record<string, string[]>;
}

const TRANSACTED: Record<string, string> = {
  Put: 'PutItem',
  Delete: 'DeleteItem',
  Update: 'UpdateItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** The keys of an update and the attributes in its expressions; a word after a colon is a value, one before "(" a function. */
function attributesOf({
  Key,
  UpdateExpression,
  ConditionExpression = '',
  ExpressionAttributeNames = {},
}: any): string[] {
  const words: string[] =
    `${UpdateExpression} ${ConditionExpression}`.match(/(?<![:\w#])#?[a-z]\w*(?![\w(])/g) ?? [];
  return [...Object.keys(Key), ...words.map(word => ExpressionAttributeNames[word] ?? word)];
}

/** The partitions that a call names. */
function partitionsOf({ Key, Item, RequestItems, ExpressionAttributeValues }: any): string[] {
  const batched = (requests: any): any[] =>
    requests.Keys ?? requests.map((request: any) => request.PutRequest?.Item ?? request.DeleteRequest.Key);
  const keys = RequestItems ? Object.values<any>(RequestItems).flatMap(batched) : [Key ?? Item];
  return keys.map((key: any) => key?.pk ?? ExpressionAttributeValues[':pk']).map((pk: any) => pk.S ?? pk);
}

function onTable(name: string, input: any, resource: string): Need[] {
  if (name === 'TransactWriteItems')
    return input.TransactItems.flatMap((item: object) =>
      Object.entries(item).flatMap(([kind, action]) => onTable(TRANSACTED[kind]!, action, resource)),
    );
  const context = {
    'dynamodb:LeadingKeys': partitionsOf(input),
    ...(name === 'UpdateItem' && { 'dynamodb:Attributes': attributesOf(input) }),
  };
  return [{ action: `dynamodb:${name}`, resource, context }];
}

function onContent(name: string, input: any, bucket: string): Need[] {
  if (name === 'ListObjectsV2')
    return [{ action: 's3:ListBucket', resource: bucket, context: { 's3:prefix': [input.Prefix] } }];
  if (name === 'DeleteObjects')
    return input.Delete.Objects.map(({ Key }: any) => ({
      action: 's3:DeleteObject',
      resource: `${bucket}/${Key}`,
    }));
  return [{ action: `s3:${name}`, resource: `${bucket}/${input.Key}` }];
}

function onSchedules(name: string, input: any, { arn, group }: Resources['schedules']): Need[] {
  const schedule = {
    action: `scheduler:${name}`,
    resource: `${arn.replace(group, input.GroupName)}/${input.Name}`,
  };
  if (name !== 'CreateSchedule') return [schedule];
  const context = { 'iam:PassedToService': ['scheduler.amazonaws.com'] };
  return [schedule, { action: 'iam:PassRole', resource: input.Target.RoleArn, context }];
}

/** What IAM is asked when a function makes this call. */
export function needsOf(call: AwsCall, { table, content, schedules }: Resources): Need[] {
  const name = call.name.replace(/Command$/, '');
  if (/Item|Query|Scan/.test(name)) return onTable(name, call.input, table.arn);
  if (name.includes('Object')) return onContent(name, call.input, content.arn);
  if (name.includes('Schedule')) return onSchedules(name, call.input, schedules);
  throw new Error(`It isn't known what ${name} needs`);
}

/** IAM's judgement, as far as our statements use its language. */
export const allows = (statement: Statement, need: Need): boolean =>
  statement.actions.includes(need.action) &&
  like(statement.resource, need.resource) &&
  Object.entries(statement.conditions ?? {}).every(([operator, keys]) =>
    Object.entries(keys).every(([key, wanted]) =>
      holds(operator, [wanted].flat(), need.context?.[key] ?? []),
    ),
  );

function holds(operator: string, wanted: string[], given: string[]): boolean {
  const matches = operator.endsWith('StringLike')
    ? like
    : (pattern: string, text: string) => pattern === text;
  return given.length > 0 && given.every(value => wanted.some(pattern => matches(pattern, value)));
}

const like = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.split('*').map(quote).join('.*')}$`, 's').test(text);

const quote = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
