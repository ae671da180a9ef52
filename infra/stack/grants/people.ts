import type { NamedGrant } from '../../../functions/runtime/route.ts';
import { ListedAuthors } from '../../../shared/people/authors/entries.ts';
import { Authors } from '../../../shared/people/authors/record.ts';
import { challengeKey } from '../../../shared/people/factors/challenge.ts';
import { factorsKey } from '../../../shared/people/factors/record.ts';
import { ApiKeys, lookupKey } from '../../../shared/people/keys/record.ts';
import { invitationKey } from '../../../shared/people/invitations/record.ts';
import { signInStateKey } from '../../../shared/people/single-sign-on/state.ts';
import { attemptsKey } from '../../../shared/people/sessions/attempts.ts';
import { sessionKey } from '../../../shared/people/sessions/record.ts';
import { OUTBOX_PARTITIONS } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { listPartitions, uniquePartition } from '../../../shared/platform/store/records/partitions.ts';
import { EVENTS_PARTITION } from '../../../shared/posts/webhooks/keys.ts';
import { partitionStatement, updateStatement, writeStatement, type MakeStatements } from './statement.ts';

/** Authors, and how they sign in. */
export const PEOPLE_STATEMENTS = {
  'keys:write': resources => [writeStatement(resources, [ApiKeys.declared.pk, lookupKey.partitions])],
  // A sign-in may change nothing of an author but the form of the password's hash.
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
} satisfies Partial<Record<NamedGrant, MakeStatements>>;
