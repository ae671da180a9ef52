import { describe, expect, it } from 'vitest';
import { routeList } from '../../../../functions/routes/index.ts';
import { listActions as audited, type Grant, type NamedGrant } from '../../../../functions/runtime/route.ts';
import { UNKNOWN } from '../../../../infra/bundle/entries.ts';
import { workers } from '../../../../functions/events/workers.ts';
import {
  allowed,
  allowedTo,
  findFunction,
  ofType,
  synthesized,
  target,
  withEverything,
} from './synthesized.ts';

const resources = synthesized('prod');
const roles = ofType(resources, 'IAM::Role');

const LOGGING = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const GIVING_UP = ['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage'];
const READING_QUEUE = ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];
const READING_STREAM = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];

const ACTIONS: Record<NamedGrant, string[]> = {
  'table:read': ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'],
  'table:write': [
    'dynamodb:ConditionCheckItem',
    'dynamodb:DeleteItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
  ],
  'webhooks:read': ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'],
  'webhooks:write': ['dynamodb:DeleteItem', 'dynamodb:PutItem'],
  'webhooks:deliver': ['dynamodb:DeleteItem', 'dynamodb:PutItem'],
  // The site of these tests has no secrets.
  'secrets:read': [],
  'secrets:sign-in': [],
  'table:batch': ['dynamodb:BatchWriteItem'],
  'table:keys': ['dynamodb:Scan'],
  'likes:count': ['dynamodb:UpdateItem'],
  'views:count': ['dynamodb:UpdateItem'],
  'table:scrapes': ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:PutItem'],
  'keys:write': ['dynamodb:DeleteItem', 'dynamodb:PutItem'],
  'sessions:start': ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
  'sessions:end': ['dynamodb:DeleteItem'],
  'challenges:write': ['dynamodb:PutItem'],
  'sign-in-states:write': ['dynamodb:PutItem'],
  'sign-in-states:end': ['dynamodb:DeleteItem'],
  'factors:write': ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
  'invitations:write': ['dynamodb:DeleteItem', 'dynamodb:PutItem'],
  'authors:write': [
    'dynamodb:ConditionCheckItem',
    'dynamodb:DeleteItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
  ],
  'tags:write': ['dynamodb:DeleteItem', 'dynamodb:PutItem'],
  'likes:write': ['dynamodb:DeleteItem', 'dynamodb:PutItem'],
  'follows:write': ['dynamodb:DeleteItem', 'dynamodb:PutItem'],
  'presence:write': ['dynamodb:DeleteItem', 'dynamodb:PutItem'],
  'content:read': ['s3:GetObject'],
  'content:write': ['s3:PutObject'],
  'content:delete': ['s3:DeleteObject', 's3:ListBucket'],
  'safe:write': ['dynamodb:DeleteItem', 'dynamodb:PutItem'],
  'media:read': ['s3:GetObject'],
  'media:write': ['s3:PutObject'],
  'media:delete': ['s3:DeleteObject', 's3:ListBucket'],
  'uploads:write': ['dynamodb:PutItem', 's3:PutObject'],
  'uploads:read': ['s3:GetObject'],
  'tasks:read': ['s3:GetObject'],
  'tasks:write': ['s3:PutObject'],
  'audit:write': ['dynamodb:PutItem'],
  schedule: ['iam:PassRole', 'scheduler:CreateSchedule'],
  'edge:invalidate': [],
  'due:send': ['sqs:SendMessage'],
};

function sorted(actions: readonly string[]): string[] {
  return [...new Set(actions)].sort();
}

function listActions(name: string): string[] {
  return sorted(allowedTo(resources, name).flatMap(({ actions }) => actions));
}

function granted(grants: readonly Grant[]): string[] {
  return grants.flatMap(grant =>
    typeof grant === 'string' ? ACTIONS[grant] : ['dynamodb:DeleteItem', 'dynamodb:PutItem'],
  );
}

/** The literal text of an ARN; references, which deployment resolves to exact names, become <name>. */
function toText(arn: any): string {
  if (typeof arn === 'string') return arn;
  const parts = arn['Fn::Join']?.[1] ?? [`<${JSON.stringify(arn)}>`];
  return parts.map((part: any) => (typeof part === 'string' ? part : `<${JSON.stringify(part)}>`)).join('');
}

/** The statements of all resource policies. */
const ofResources = [...resources, ...synthesized('dev')]
  .filter(({ Type }) => !Type.startsWith('AWS::IAM::'))
  .flatMap(({ Type, Properties }) => {
    const document = Properties?.PolicyDocument ?? Properties?.KeyPolicy;
    return (document?.Statement ?? []).map((statement: any) => ({ Type, ...statement }));
  });

describe('resource policies', () => {
  const allowing = ofResources.filter(({ Effect }) => Effect === 'Allow');
  /** The CDK's own function that empties the buckets of a dev stage. */
  const emptying = ({ Principal }: any): boolean =>
    JSON.stringify(Principal.AWS ?? '').includes('AutoDeleteObjectsCustomResourceProvider');

  it('exist for buckets and queues', () => {
    const types = new Set(ofResources.map(({ Type }) => Type));

    for (const type of ['AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy']) expect(types).toContain(type);
  });

  it('allow only named services, restricted by source ARN or account', () => {
    for (const { Principal, Condition } of allowing.filter(statement => !emptying(statement))) {
      expect(Principal).toEqual({ Service: expect.stringMatching(/^[a-z-]+\.amazonaws\.com$/) });
      expect(Object.values<any>(Condition ?? {}).flatMap(Object.keys)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^aws:Source(Arn|Account)$/i)]),
      );
    }
  });

  it('name every action and their own resource', () => {
    for (const { Type, Action, Resource } of allowing.filter(statement => !emptying(statement))) {
      for (const action of [Action].flat()) expect(action).toMatch(/^[a-z0-9]+:[A-Za-z]+$/);
      // In a key's policy, "*" means the key itself.
      if (Type !== 'AWS::KMS::Key') expect(Resource).not.toBe('*');
    }
  });
});

describe('policies of the roles', () => {
  const statements = roles.flatMap(role => allowed(resources, role));

  it('name every action', () => {
    for (const { actions } of statements)
      for (const action of actions) expect(action).toMatch(/^[a-z0-9]+:[A-Za-z]+$/);
  });

  it('use wildcards only within a bucket’s folder, the schedule group and the functions of a resource', () => {
    const open = statements
      .filter(({ actions }) => actions.join() !== 'dynamodb:ListStreams')
      .map(({ resource }) => toText(resource))
      .filter(arn => arn.includes('*'));

    expect(open.length).toBeGreaterThan(0);
    for (const arn of open)
      expect(arn).toMatch(
        /^(<[^>]+content\w*Arn"\}>\/(content|uploads|tasks)\/\*|<[^>]+media\w*Arn"\}>\/(images|documents)\/\*|arn:.+:schedule\/broadsheet-prod\/due-\*|arn:.+:function:broadsheet-prod-[a-z_]+-\*)$/,
      );
  });

  it('allow dynamodb:ListStreams, for which IAM has no resource, only to the workers on the stream', () => {
    const listing = statements.filter(({ actions }) => actions.includes('dynamodb:ListStreams'));

    expect(listing).toHaveLength(2);
    for (const { actions, resource } of listing)
      expect({ actions, resource }).toEqual({ actions: ['dynamodb:ListStreams'], resource: '*' });
  });

  it('include no AWS managed policy', () => {
    expect(roles.filter(({ Properties }) => Properties.ManagedPolicyArns)).toEqual([]);
  });

  it('allow iam:PassRole only for the scheduler’s role and service', () => {
    const passing = statements.filter(({ actions }) => actions.includes('iam:PassRole'));

    expect(passing.length).toBeGreaterThan(0);
    for (const { resource, conditions } of passing) {
      expect(toText(resource)).toMatch(/scheduling\w*role\w*/i);
      expect(conditions).toEqual({ StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } });
    }
  });
});

it('each function has a role of its own', () => {
  const functions = ofType(resources, 'Lambda::Function');
  const own = functions.map(deployed => target(resources, deployed, deployed.Properties.Role));

  expect(new Set(own).size).toBe(functions.length);
});

it.each(routeList)(
  '$name may do what its row grants, store a key’s use and a POST’s idempotency record, and log',
  ({ name, method, grants, audit }) => {
    const auditing = audited({ audit }).length > 0 ? ACTIONS['audit:write'] : [];
    const noting = method === 'POST' ? ['dynamodb:DeleteItem', 'dynamodb:PutItem'] : [];

    expect(listActions(name)).toEqual(
      sorted([...granted(grants), 'dynamodb:UpdateItem', ...auditing, ...noting, ...LOGGING]),
    );
  },
);

it('an endpoint may use UpdateItem only for the last use of keys and sessions and, when granted, counters, paths of posts, sessions and password hashes', () => {
  for (const { name, grants } of routeList) {
    const updates = allowedTo(resources, name).filter(({ actions }) =>
      actions.includes('dynamodb:UpdateItem'),
    );
    const updating: readonly Grant[] = [
      'likes:count',
      'views:count',
      'table:write',
      'authors:write',
      'sessions:start',
      'factors:write',
    ];
    const granting = grants.filter(grant => updating.includes(grant));
    expect(updates).toHaveLength(2 + granting.length);
    for (const { actions, conditions } of updates) {
      expect(actions).toEqual(['dynamodb:UpdateItem']);
      expect(Object.values<any>(conditions)[0]).toHaveProperty(['dynamodb:LeadingKeys']);
      expect(Object.values<any>(conditions)[0]['dynamodb:Attributes']).not.toContain('data');
    }
  }
});

it('an endpoint may update request counters only when the site limits requests', () => {
  const { resources: all } = withEverything();
  for (const { name } of routeList) {
    const counting = allowedTo(all, name).filter(({ conditions }) =>
      JSON.stringify(conditions ?? {}).includes('RATE#'),
    );
    expect(counting.map(({ actions }) => actions)).toEqual([['dynamodb:UpdateItem']]);
    expect(counting[0]!.conditions['ForAllValues:StringLike']).toEqual({
      'dynamodb:LeadingKeys': ['RATE#*'],
      'dynamodb:Attributes': ['pk', 'sk', 'count', 'expires'],
    });
  }
});

it.each(Object.entries(workers))(
  'the worker %s may do what its row grants, send to the dead-letter queue, and log',
  (name, { grants }) => {
    const stream = ['outbox', 'webhooks'].includes(name)
      ? READING_STREAM.map(action => `dynamodb:${action}`)
      : [];
    const queue = ['publisher', 'thumbnails'].includes(name) ? READING_QUEUE : [];

    expect(listActions(`events/${name}`)).toEqual(
      sorted([...granted(grants), ...stream, ...queue, ...GIVING_UP, ...LOGGING]),
    );
  },
);

it.each([
  ['the webhooks worker', 'the partner’s secret', 'events/webhooks', 'partner'],
  ['the function of single sign-on', 'its secret', 'sessions/single-sign-on', 'sign-in'],
])('only %s may read %s', (_reader, _secret, name, secret) => {
  const { resources: all } = withEverything();
  const readers = ofType(all, 'IAM::Role').flatMap(role =>
    allowed(all, role)
      .filter(({ actions }) => actions.some(action => action.startsWith('secretsmanager:')))
      .map(statement => ({ role, ...statement }))
      .filter(({ resource }) => toText(resource).endsWith(`:secret:news/${secret}-??????`)),
  );
  const reader = findFunction(all, name);

  expect(readers.map(({ actions }) => actions)).toEqual([['secretsmanager:GetSecretValue']]);
  expect(readers[0]!.role).toBe(target(all, reader, reader.Properties.Role));
});

it('the function for unknown routes may only log and invoke the functions of endpoints', () => {
  const role = target(
    resources,
    findFunction(resources, UNKNOWN),
    findFunction(resources, UNKNOWN).Properties.Role,
  );
  const invoked = allowed(resources, role)
    .filter(({ actions }) => actions.includes('lambda:InvokeFunction'))
    .map(({ resource }) => /:function:broadsheet-prod-(\w+)-\*$/.exec(toText(resource))?.[1]);

  expect(listActions(UNKNOWN)).toEqual(['lambda:InvokeFunction', ...LOGGING]);
  expect(invoked.sort()).toEqual([...new Set(routeList.map(({ name }) => name.split('/')[0]))].sort());
});

it('a function’s environment names only the resources that it uses', () => {
  const environment = (name: string) =>
    Object.keys(findFunction(resources, name).Properties.Environment?.Variables ?? {});

  expect(environment(UNKNOWN)).toEqual(['MEDIA_AT_API', 'MEDIA_BASE_URL', 'ENDPOINTS_PREFIX']);
  expect(environment('sections/list')).toEqual(['TABLE_NAME', 'MEDIA_BASE_URL']);
  expect(environment('posts/get')).toEqual(['TABLE_NAME', 'MEDIA_BASE_URL', 'CONTENT_BUCKET']);
  expect(environment('events/thumbnails')).toEqual([
    'TABLE_NAME',
    'MEDIA_BASE_URL',
    'MEDIA_BUCKET',
    'SERVICE',
  ]);
  expect(environment('images/create')).toEqual([
    'TABLE_NAME',
    'MEDIA_BASE_URL',
    'CONTENT_BUCKET',
    'MEDIA_BUCKET',
  ]);
  expect(environment('scheduled_posts/schedule')).toEqual([
    'TABLE_NAME',
    'MEDIA_BASE_URL',
    'CONTENT_BUCKET',
    'DUE_QUEUE_URL',
  ]);
  expect(environment('events/publisher')).toEqual([
    'TABLE_NAME',
    'MEDIA_BASE_URL',
    'CONTENT_BUCKET',
    'SCHEDULE_GROUP',
    'SCHEDULE_ROLE_ARN',
    'SCHEDULE_FAILURES_ARN',
    'PUBLISHER_ARN',
    'DUE_QUEUE_URL',
    'SERVICE',
  ]);
});

it('the scheduler’s role may only invoke the publisher and send to the dead-letter queue, for its own group', () => {
  const role = roles.find(({ Properties }) =>
    JSON.stringify(Properties.AssumeRolePolicyDocument).includes('scheduler.amazonaws.com'),
  )!;
  const [trust] = role.Properties.AssumeRolePolicyDocument.Statement;
  const [invoke, giveUp, ...others] = allowed(resources, role);

  expect(trust.Condition.StringEquals['aws:SourceAccount']).toEqual({ Ref: 'AWS::AccountId' });
  expect(target(resources, role, trust.Condition.StringEquals['aws:SourceArn']).Type).toBe(
    'AWS::Scheduler::ScheduleGroup',
  );
  expect(invoke!.actions).toEqual(['lambda:InvokeFunction']);
  expect(toText(invoke!.resource)).toMatch(/:function:broadsheet-prod-events-publisher$/);
  expect(giveUp!.actions).toEqual(['sqs:SendMessage']);
  expect(others).toEqual([]);
});
