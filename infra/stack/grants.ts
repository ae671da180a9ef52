import type { NamedGrant } from '../../functions/runtime/route.ts';
import { ListedAuthors } from '../../shared/people/authors/entries.ts';
import { Authors } from '../../shared/people/authors/record.ts';
import { challengeKey } from '../../shared/people/factors/challenge.ts';
import { factorsKey } from '../../shared/people/factors/record.ts';
import { ApiKeys, lookupKey } from '../../shared/people/keys/record.ts';
import { invitationKey } from '../../shared/people/invitations/record.ts';
import { signInStateKey } from '../../shared/people/single-sign-on/state.ts';
import { attemptsKey } from '../../shared/people/sessions/attempts.ts';
import { sessionKey } from '../../shared/people/sessions/record.ts';
import { TAG, writersQueue } from '../../shared/taxonomy/sections/record.ts';
import { auditKey } from '../../shared/platform/store/audit/entry.ts';
import { waitingChangeKey } from '../../shared/platform/store/change-entry.ts';
import { PART_PREFIX } from '../../shared/platform/store/counter.ts';
import { OUTBOX_PARTITIONS } from '../../shared/platform/store/outbox/outbox-item.ts';
import { SAFE } from '../../shared/platform/store/item-key.ts';
import { listPartitions, uniquePartition } from '../../shared/platform/store/records/partitions.ts';
import { Uploads } from '../../shared/library/uploads/record.ts';
import { EVENTS_PARTITION, secretKey } from '../../shared/posts/webhooks/keys.ts';
import { Webhooks } from '../../shared/posts/webhooks/record.ts';
import { presenceKey } from '../../shared/posts/answers/presence.ts';
import { LIKES_TIMELINE, likeKey } from '../../shared/posts/counters/likes/like.ts';
import { VIEWS } from '../../shared/posts/counters/views/record.ts';
import { POINT_PREFIX } from '../../shared/posts/counters/views/series.ts';
import { hashedPathKey } from '../../shared/posts/paths/paths.ts';
import { POSTS } from '../../shared/posts/record/record.ts';
import { TIMELINE } from '../../shared/posts/record/timelines.ts';
import { resultKey } from '../../shared/scraper/cache.ts';
import { FOLLOWERS_TIMELINE, followKey } from '../../shared/taxonomy/follows/follow.ts';
import { EXPIRY_ATTRIBUTE, TABLE_KEYS } from './table.ts';

/** The resources that grants refer to. ARNs may be unresolved until the deployment. */
export interface Resources {
  table: { name: string; arn: string };
  content: { name: string; arn: string };
  /** `url`: the address of its files. */
  media: { name: string; arn: string; url: string };
  /** The secrets that the site's configuration names, but for that of single sign-on. */
  secretArns: readonly string[];
  /** The secret of single sign-on, where the site has it. */
  signInSecretArns: readonly string[];
  schedules: { group: string; arn: string; roleArn: string; failuresArn: string; publisherArn: string };
  /** The edge's distribution, and that of the files; none without an edge. */
  distributions: readonly { id: string; arn: string }[];
  /** The queue of seconds in which posts are due. */
  due: { arn: string; url: string };
}

/** An allow statement of a policy. */
export interface Statement {
  actions: readonly string[];
  resource: string;
  conditions?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** Write access to these would allow any escalation of rights, so only the functions that manage them have it. */
const KEYS = [
  ApiKeys.declared.pk,
  lookupKey.partitions,
  sessionKey.partitions,
  attemptsKey.partitions,
  challengeKey.partitions,
  factorsKey.partitions,
  invitationKey.partitions,
  signInStateKey.partitions,
];
/** Write access to these would allow sending posts to any address. */
const WEBHOOKS = [Webhooks.declared.pk, secretKey.partitions];

/** Allows actions on items of these partitions only; with StringNotLike, of all others. */
function partitionStatement(
  { table }: Pick<Resources, 'table'>,
  actions: readonly string[],
  partitions: readonly string[],
  operator: 'StringLike' | 'StringNotLike' = 'StringLike',
): Statement {
  const conditions = { [`ForAllValues:${operator}`]: { 'dynamodb:LeadingKeys': partitions } };
  return { actions, resource: table.arn, conditions };
}

const WRITING = ['dynamodb:PutItem', 'dynamodb:DeleteItem'];

/** Allows puts and deletes of items in these partitions only. */
export function writeStatement(resources: Resources, partitions: readonly string[]): Statement {
  return partitionStatement(resources, WRITING, partitions);
}

/** Allows updates of these attributes only. */
export function updateStatement(
  table: Resources['table'],
  partitions: readonly string[],
  attributes: readonly string[],
): Statement {
  return {
    actions: ['dynamodb:UpdateItem'],
    resource: table.arn,
    conditions: {
      'ForAllValues:StringLike': {
        'dynamodb:LeadingKeys': partitions,
        'dynamodb:Attributes': [TABLE_KEYS.partition, TABLE_KEYS.sort, ...attributes],
      },
    },
  };
}

const READING = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];

/** The policy statements of each named grant of a row in the route table. */
export const STATEMENTS: Record<NamedGrant, (resources: Resources) => Statement[]> = {
  // The secrets of webhooks can't be hashed, because deliveries are signed with them. Only the functions that deliver may read
  // them.
  'table:read': resources => [
    partitionStatement(resources, READING, [secretKey.partitions], 'StringNotLike'),
  ],
  'table:write': resources => [
    partitionStatement(
      resources,
      WRITING,
      [...KEYS, Authors.declared.pk, ...WEBHOOKS, auditKey.partitions],
      'StringNotLike',
    ),
    // A ConditionCheck writes nothing.
    { actions: ['dynamodb:ConditionCheckItem'], resource: resources.table.arn },
    // Posts add themselves to the paths that they take.
    updateStatement(resources.table, [hashedPathKey.partitions], ['living', 'last', 'former', 'origin']),
  ],
  'keys:write': resources => [writeStatement(resources, [ApiKeys.declared.pk, lookupKey.partitions])],
  // Of an author, a sign-in may change only the form of the password's hash.
  'sessions:start': resources => [
    partitionStatement(resources, ['dynamodb:PutItem'], [sessionKey.partitions, attemptsKey.partitions]),
    updateStatement(resources.table, [Authors.declared.pk], ['hash']),
  ],
  'sessions:end': resources => [
    partitionStatement(resources, ['dynamodb:DeleteItem'], [sessionKey.partitions]),
  ],
  'challenges:write': resources => [
    partitionStatement(resources, ['dynamodb:PutItem'], [challengeKey.partitions]),
  ],
  'sign-in-states:write': resources => [
    partitionStatement(resources, ['dynamodb:PutItem'], [signInStateKey.partitions]),
  ],
  'sign-in-states:end': resources => [
    partitionStatement(resources, ['dynamodb:DeleteItem'], [signInStateKey.partitions]),
  ],
  // What uses up a challenge or a recovery code, or proves a session.
  'factors:write': resources => [
    partitionStatement(resources, ['dynamodb:PutItem'], [factorsKey.partitions]),
    partitionStatement(resources, ['dynamodb:DeleteItem'], [challengeKey.partitions]),
    updateStatement(resources.table, [sessionKey.partitions], ['method']),
  ],
  'invitations:write': resources => [writeStatement(resources, [invitationKey.partitions, EVENTS_PARTITION])],
  'authors:write': resources => [
    writeStatement(resources, [
      ...listPartitions(ListedAuthors),
      EVENTS_PARTITION,
      // The backlog, and OUTBOX for the previous release, whose functions have this policy during an upgrade.
      ...OUTBOX_PARTITIONS,
    ]),
    // A new password leaves the session that set it.
    updateStatement(resources.table, [sessionKey.partitions], ['password_changes']),
    // That an email is free in every form, and that another administrator remains.
    partitionStatement(
      resources,
      ['dynamodb:ConditionCheckItem'],
      [Authors.declared.pk, uniquePartition(Authors, 'email')],
    ),
  ],
  'tags:write': resources => [
    writeStatement(resources, [
      TAG.declared.pk,
      writersQueue(TAG),
      uniquePartition(TAG, 'tag_url'),
      EVENTS_PARTITION,
      waitingChangeKey.pk,
    ]),
  ],
  'likes:write': resources => [writeStatement(resources, [likeKey.partitions, `T#${LIKES_TIMELINE}`])],
  'follows:write': resources => [
    writeStatement(resources, [followKey.partitions, `T#${FOLLOWERS_TIMELINE}`]),
  ],
  'presence:write': resources => [writeStatement(resources, [presenceKey.partitions])],
  'webhooks:read': resources => [partitionStatement(resources, READING, [secretKey.partitions])],
  'webhooks:write': resources => [writeStatement(resources, [...WEBHOOKS, EVENTS_PARTITION])],
  'webhooks:deliver': resources => [writeStatement(resources, [secretKey.partitions, EVENTS_PARTITION])],
  'secrets:read': ({ secretArns }) =>
    secretArns.map(resource => ({ actions: ['secretsmanager:GetSecretValue'], resource })),
  'secrets:sign-in': ({ signInSecretArns }) =>
    signInSecretArns.map(resource => ({ actions: ['secretsmanager:GetSecretValue'], resource })),
  // Search terms are written in batches, outside of transactions.
  'table:batch': resources => [
    partitionStatement(
      resources,
      ['dynamodb:BatchWriteItem'],
      [TIMELINE.term('*'), TIMELINE.unpublishedTerm('*'), TIMELINE.imageUses('*')].map(
        timeline => `T#${timeline}`,
      ),
    ),
  ],
  // A backfill finds the records that exist by their keys. IAM can't limit a scan to partitions, but to attributes.
  'table:keys': ({ table }) => [
    {
      actions: ['dynamodb:Scan'],
      resource: table.arn,
      conditions: {
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': [TABLE_KEYS.partition, TABLE_KEYS.sort] },
        StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
      },
    },
  ],
  // Likes and page views are counters; UpdateItem is allowed for no other items and attributes.
  'likes:count': ({ table }) => [updateStatement(table, [POSTS], ['count'])],
  'views:count': ({ table }) => [
    updateStatement(
      table,
      [POSTS, `${VIEWS}*`],
      ['count', 'updates', 'deferred', 'folded', `${PART_PREFIX}*`, `${POINT_PREFIX}*`, EXPIRY_ATTRIBUTE],
    ),
  ],
  // The page scraper may read only API keys, sessions, their authors and its own cache, and write only that cache.
  'table:scrapes': resources => [
    partitionStatement(
      resources,
      ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
      [lookupKey.partitions, sessionKey.partitions, Authors.declared.pk, resultKey.partitions],
    ),
    partitionStatement(resources, ['dynamodb:PutItem'], [resultKey.partitions]),
  ],
  'content:read': ({ content }) => [{ actions: ['s3:GetObject'], resource: `${content.arn}/content/*` }],
  'content:write': ({ content }) => [{ actions: ['s3:PutObject'], resource: `${content.arn}/content/*` }],
  // These partitions have safe forms of HTML, the leases of their makers, searchable forms of long texts, sitemaps of months
  // (shared/posts/rendering/safe-store.ts), and the times when roles lost rights to share drafts (shared/posts/answers/sharing-roles.ts).
  'safe:write': resources => [writeStatement(resources, [`${SAFE}*`])],
  'content:delete': ({ content }) => [
    {
      actions: ['s3:ListBucket'],
      resource: content.arn,
      conditions: { StringLike: { 's3:prefix': 'content/*' } },
    },
    { actions: ['s3:DeleteObject'], resource: `${content.arn}/content/*` },
  ],
  'media:read': ({ media }) => [{ actions: ['s3:GetObject'], resource: `${media.arn}/images/*` }],
  'media:write': ({ media }) => [
    { actions: ['s3:PutObject'], resource: `${media.arn}/images/*` },
    { actions: ['s3:PutObject'], resource: `${media.arn}/documents/*` },
  ],
  'media:delete': ({ media }) => [
    {
      actions: ['s3:ListBucket'],
      resource: media.arn,
      conditions: { StringLike: { 's3:prefix': ['images/*', 'documents/*'] } },
    },
    { actions: ['s3:DeleteObject'], resource: `${media.arn}/images/*` },
    { actions: ['s3:DeleteObject'], resource: `${media.arn}/documents/*` },
  ],
  // An upload with a presigned form has the rights of the function that signed it.
  'uploads:write': ({ content, table }) => [
    { actions: ['s3:PutObject'], resource: `${content.arn}/uploads/*` },
    partitionStatement({ table }, ['dynamodb:PutItem'], listPartitions(Uploads)),
  ],
  'uploads:read': ({ content }) => [{ actions: ['s3:GetObject'], resource: `${content.arn}/uploads/*` }],
  'tasks:write': ({ content }) => [{ actions: ['s3:PutObject'], resource: `${content.arn}/tasks/*` }],
  'tasks:read': ({ content }) => [{ actions: ['s3:GetObject'], resource: `${content.arn}/tasks/*` }],
  // Of a row with an audited action, and of workers that act by themselves. A Put can't be limited to new keys: the code's condition does that.
  'audit:write': resources => [partitionStatement(resources, ['dynamodb:PutItem'], [auditKey.partitions])],
  schedule: ({ schedules }) => [
    {
      actions: ['scheduler:CreateSchedule'],
      resource: `${schedules.arn}/due-*`,
    },
    {
      actions: ['iam:PassRole'],
      resource: schedules.roleArn,
      conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    },
  ],
  'edge:invalidate': ({ distributions }) =>
    distributions.map(({ arn }) => ({ actions: ['cloudfront:CreateInvalidation'], resource: arn })),
  'due:send': ({ due }) => [{ actions: ['sqs:SendMessage'], resource: due.arn }],
};
