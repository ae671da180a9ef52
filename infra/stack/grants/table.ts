import type { NamedGrant } from '../../../functions/runtime/route.ts';
import { Authors } from '../../../shared/people/authors/record.ts';
import { challengeKey } from '../../../shared/people/factors/challenge.ts';
import { factorsKey } from '../../../shared/people/factors/record.ts';
import { ApiKeys, lookupKey } from '../../../shared/people/keys/record.ts';
import { invitationKey } from '../../../shared/people/invitations/record.ts';
import { signInStateKey } from '../../../shared/people/single-sign-on/state.ts';
import { attemptsKey } from '../../../shared/people/sessions/attempts.ts';
import { sessionKey } from '../../../shared/people/sessions/record.ts';
import { TAG, writersQueue } from '../../../shared/taxonomy/sections/record.ts';
import { auditKey } from '../../../shared/platform/store/audit/entry.ts';
import { waitingChangeKey } from '../../../shared/platform/store/change-entry.ts';
import { PART_PREFIX } from '../../../shared/platform/store/counter.ts';
import { SAFE } from '../../../shared/platform/store/item-key.ts';
import { uniquePartition } from '../../../shared/platform/store/records/partitions.ts';
import { EVENTS_PARTITION, secretKey } from '../../../shared/posts/webhooks/keys.ts';
import { Webhooks } from '../../../shared/posts/webhooks/record.ts';
import { presenceKey } from '../../../shared/posts/answers/presence.ts';
import { LIKES_TIMELINE, likeKey } from '../../../shared/posts/counters/likes/like.ts';
import { VIEWS } from '../../../shared/posts/counters/views/record.ts';
import { POINT_PREFIX } from '../../../shared/posts/counters/views/series.ts';
import { hashedPathKey } from '../../../shared/posts/paths/paths.ts';
import { POSTS } from '../../../shared/posts/record/record.ts';
import { TIMELINE } from '../../../shared/posts/record/timelines.ts';
import { resultKey } from '../../../shared/scraper/cache.ts';
import { FOLLOWERS_TIMELINE, followKey } from '../../../shared/taxonomy/follows/follow.ts';
import { EXPIRY_ATTRIBUTE, TABLE_KEYS } from '../table.ts';
import {
  partitionStatement,
  updateStatement,
  writeStatement,
  WRITING,
  type MakeStatements,
} from './statement.ts';

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

const READING = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];

/** The items of the table, but those of authors and of how they sign in. */
export const TABLE_STATEMENTS = {
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
  // These partitions have safe forms of HTML, the leases of their makers, searchable forms of long texts, sitemaps of months
  // (shared/posts/rendering/safe-store.ts), and the times when roles lost rights to share drafts (shared/posts/answers/sharing-roles.ts).
  'safe:write': resources => [writeStatement(resources, [`${SAFE}*`])],
  // For rows with an audited action, and workers that act by themselves. A Put can't be limited to new keys: the code's condition does
  // that.
  'audit:write': resources => [partitionStatement(resources, ['dynamodb:PutItem'], [auditKey.partitions])],
} satisfies Partial<Record<NamedGrant, MakeStatements>>;
