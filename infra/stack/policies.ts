import { listActions, type Grant, type NamedGrant, type Route } from '../../functions/runtime/route.ts';
import { rateKey } from '../../shared/people/keys/rate.ts';
import { lookupKey } from '../../shared/people/keys/record.ts';
import { sessionKey } from '../../shared/people/sessions/record.ts';
import { claimKey } from '../../shared/platform/idempotency/record.ts';
import { auditKey } from '../../shared/platform/store/audit/entry.ts';
import { listPartitions } from '../../shared/platform/store/records/partitions.ts';
import { FILES_STATEMENTS } from './grants/files.ts';
import { PEOPLE_STATEMENTS } from './grants/people.ts';
import { SERVICES_STATEMENTS } from './grants/services.ts';
import {
  updateStatement,
  writeStatement,
  type MakeStatements,
  type Resources,
  type Statement,
} from './grants/statement.ts';
import { TABLE_STATEMENTS } from './grants/table.ts';
import { EXPIRY_ATTRIBUTE } from './table.ts';

/** The policy statements of each named grant of a row in the route table. */
const STATEMENTS: Record<NamedGrant, MakeStatements> = {
  ...TABLE_STATEMENTS,
  ...PEOPLE_STATEMENTS,
  ...FILES_STATEMENTS,
  ...SERVICES_STATEMENTS,
};

/** The policy statements of a function with these grants. */
export function buildStatements(grants: readonly Grant[], resources: Resources): Statement[] {
  return grants.flatMap(grant =>
    typeof grant === 'string'
      ? STATEMENTS[grant](resources)
      : [writeStatement(resources, listPartitions(grant))],
  );
}

/**
 * The policy statements of an endpoint's function. A POST also stores its answer under the Idempotency-Key; with a rate limit, each
 * request is counted.
 */
export function buildEndpointStatements(
  { method, grants, audit }: Pick<Route, 'method' | 'grants' | 'audit'>,
  resources: Resources,
  { limited = false } = {},
): Statement[] {
  return [
    ...buildStatements(grants, resources),
    // Every endpoint records the last use of a key, and may change nothing else of the key.
    updateStatement(resources.table, [lookupKey.partitions], ['used_ts', 'address']),
    // The last use of a session also moves the time at which the session expires.
    updateStatement(resources.table, [sessionKey.partitions], ['used_ts', 'address', EXPIRY_ATTRIBUTE]),
    ...(listActions({ audit }).length > 0 ? STATEMENTS['audit:write'](resources) : []),
    ...(method === 'POST' ? [writeStatement(resources, [claimKey.partitions])] : []),
    ...(limited ? [updateStatement(resources.table, [rateKey.partitions], ['count', EXPIRY_ATTRIBUTE])] : []),
  ];
}

/** What no function may do, even if a grant allows it: change or delete an entry of the audit trail. */
export function buildDenials({ table }: Resources): Statement[] {
  const actions = ['UpdateItem', 'DeleteItem', 'BatchWriteItem', 'PartiQLUpdate', 'PartiQLDelete'];
  return [
    {
      actions: actions.map(action => `dynamodb:${action}`),
      resource: table.arn,
      conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [auditKey.partitions] } },
    },
  ];
}

/** The environment variables that the grants need, as shared/platform/core/environment.ts reads them. */
export function buildEnvironment(grants: readonly Grant[], resources: Resources): Record<string, string> {
  const { table, content, media, schedules, due, distributions } = resources;
  const [edge, files] = distributions;
  const has = (...prefixes: string[]) =>
    grants.some(grant => prefixes.some(prefix => typeof grant === 'string' && grant.startsWith(prefix)));
  return {
    // Records can contain addresses of images, which are built from MEDIA_BASE_URL.
    ...(has('table', 'challenges', 'sign-in-states') && {
      TABLE_NAME: table.name,
      MEDIA_BASE_URL: media.url,
    }),
    ...(has('content', 'uploads', 'tasks') && { CONTENT_BUCKET: content.name }),
    ...(has('media') && { MEDIA_BUCKET: media.name }),
    ...(has('schedule') && {
      SCHEDULE_GROUP: schedules.group,
      SCHEDULE_ROLE_ARN: schedules.roleArn,
      SCHEDULE_FAILURES_ARN: schedules.failuresArn,
      PUBLISHER_ARN: schedules.publisherArn,
    }),
    ...(has('edge') && edge && { EDGE_DISTRIBUTION: edge.id }),
    ...(has('edge') && files && { MEDIA_DISTRIBUTION: files.id }),
    ...(has('due') && { DUE_QUEUE_URL: due.url }),
  };
}
