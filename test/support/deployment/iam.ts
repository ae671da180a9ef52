import type { Resources, Statement } from '../../../infra/stack/grants/statement.ts';
import type { AwsCall } from '../api/calls.ts';

/** The permission that a call needs. */
export interface Need {
  action: string;
  resource: string;
  /** The values of the request's condition keys. */
  context?: Record<string, string[]>;
}

const TRANSACTED: Record<string, string> = {
  Put: 'PutItem',
  Delete: 'DeleteItem',
  Update: 'UpdateItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** The keys of an update and the attributes of its expressions; a word after a colon is a value, one before "(" a function. */
function listAttributes({
  Key,
  UpdateExpression,
  ConditionExpression = '',
  ExpressionAttributeNames = {},
}: any): string[] {
  const words: string[] =
    `${UpdateExpression} ${ConditionExpression}`.match(/(?<![:\w#])#?[a-z]\w*(?![\w(])/g) ?? [];
  return [...Object.keys(Key), ...words.map(word => ExpressionAttributeNames[word] ?? word)];
}

/** The partition keys that a call names. */
function listPartitions({ Key, Item, RequestItems, ExpressionAttributeValues }: any): string[] {
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
  if (name === 'Scan') {
    const { ProjectionExpression, Select } = input;
    const context = { 'dynamodb:Attributes': ProjectionExpression.split(', '), 'dynamodb:Select': [Select] };
    return [{ action: 'dynamodb:Scan', resource, context }];
  }
  const context = {
    'dynamodb:LeadingKeys': listPartitions(input),
    ...(name === 'UpdateItem' && { 'dynamodb:Attributes': listAttributes(input) }),
  };
  return [{ action: `dynamodb:${name}`, resource, context }];
}

/** The permissions for a call on objects; the bucket's name decides between content and media. */
function onObjects(name: string, input: any, buckets: readonly Resources['content'][]): Need[] {
  const findArn = (bucket: string): string => buckets.find(candidate => candidate.name === bucket)!.arn;
  const object = (action: string, key: string, bucket: string = input.Bucket): Need => ({
    action: `s3:${action}`,
    resource: `${findArn(bucket)}/${key}`,
  });
  switch (name) {
    case 'ListObjectsV2':
      return [
        {
          action: 's3:ListBucket',
          resource: findArn(input.Bucket),
          context: { 's3:prefix': [input.Prefix] },
        },
      ];
    case 'DeleteObjects':
      return input.Delete.Objects.map(({ Key }: any) => object('DeleteObject', Key));
    case 'CopyObject': {
      const [bucket, ...path] = decodeURIComponent(input.CopySource).split('/');
      return [object('GetObject', path.join('/'), bucket), object('PutObject', input.Key)];
    }
    case 'HeadObject':
      return [object('GetObject', input.Key)];
    case 'GetObject':
    case 'PutObject':
      return [object(name, input.Key)];
    default:
      throw new Error(`No permission is known for ${name}`);
  }
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

/** The ARN of a secret without the random characters that AWS appends. */
export function secretArn(name: string): string {
  return `arn:aws:secretsmanager:us-east-1:000000000000:secret:${name}`;
}

/** The permissions that IAM checks for a call. */
export function listNeeds(call: AwsCall, { table, content, media, schedules, due }: Resources): Need[] {
  const name = call.name.replace(/Command$/, '');
  if (/Item|Query|Scan/.test(name)) return onTable(name, call.input, table.arn);
  if (name.includes('Object')) return onObjects(name, call.input, [content, media]);
  if (name === 'GetSecretValue')
    return [{ action: `secretsmanager:${name}`, resource: secretArn((call.input as any).SecretId) }];
  if (name === 'SendMessage') return [{ action: 'sqs:SendMessage', resource: due.arn }];
  if (name.includes('Schedule')) return onSchedules(name, call.input, schedules);
  throw new Error(`No permission is known for ${name}`);
}

/** Evaluates a statement as IAM does, for the operators that the deployment's statements use. */
export function allows(statement: Statement, need: Need): boolean {
  return (
    statement.actions.includes(need.action) &&
    like(statement.resource, need.resource) &&
    Object.entries(statement.conditions ?? {}).every(([operator, keys]) =>
      Object.entries(keys).every(([key, wanted]) =>
        holds(operator, [wanted].flat(), need.context?.[key] ?? []),
      ),
    )
  );
}

function holds(operator: string, wanted: string[], given: string[]): boolean {
  const matches = operator.endsWith('Like') ? like : (pattern: string, text: string) => pattern === text;
  const negated = operator.includes('Not');
  return (
    given.length > 0 && given.every(value => wanted.some(pattern => matches(pattern, value)) !== negated)
  );
}

function like(pattern: string, text: string): boolean {
  return new RegExp(`^${pattern.split('*').map(quote).join('.*')}$`, 's').test(text);
}

function quote(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
