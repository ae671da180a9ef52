import type { Grant, Route } from '../../functions/runtime/route.ts';
import { rateKey } from '../../shared/people/keys/rate.ts';
import { ApiKeys } from '../../shared/people/keys/record.ts';
import { claimKey } from '../../shared/platform/idempotency/record.ts';
import { listPartitions } from '../../shared/platform/store/records/partitions.ts';
import { STATEMENTS, updateStatement, writeStatement, type Resources, type Statement } from './grants.ts';
import { EXPIRY_ATTRIBUTE, TABLE_KEYS } from './table.ts';

/** The policy statements of a function with these grants. */
export function buildStatements(grants: readonly Grant[], resources: Resources): Statement[] {
  return grants.flatMap(grant =>
    typeof grant === 'string'
      ? STATEMENTS[grant](resources)
      : [writeStatement(resources, listPartitions(grant))],
  );
}

/** Every endpoint writes the day of a key's last use, and may change nothing else of the key. */
function keyUseStatement({ table }: Resources): Statement {
  return {
    actions: ['dynamodb:UpdateItem'],
    resource: table.arn,
    conditions: {
      'ForAllValues:StringEquals': {
        'dynamodb:LeadingKeys': [ApiKeys.declared.pk],
        'dynamodb:Attributes': [TABLE_KEYS.partition, TABLE_KEYS.sort, 'last_used_date'],
      },
    },
  };
}

/**
 * The policy statements of an endpoint's function. A POST also stores its answer under the Idempotency-Key; with a rate limit, each
 * request is counted.
 */
export function buildEndpointStatements(
  { method, grants }: Pick<Route, 'method' | 'grants'>,
  resources: Resources,
  { limited = false } = {},
): Statement[] {
  return [
    ...buildStatements(grants, resources),
    keyUseStatement(resources),
    ...(method === 'POST' ? [writeStatement(resources, [claimKey.partitions])] : []),
    ...(limited ? [updateStatement(resources.table, [rateKey.partitions], ['count', EXPIRY_ATTRIBUTE])] : []),
  ];
}

/** The environment variables that the grants need, as shared/platform/core/environment.ts reads them. */
export function buildEnvironment(grants: readonly Grant[], resources: Resources): Record<string, string> {
  const { table, content, media, schedules, due } = resources;
  const has = (...prefixes: string[]) =>
    grants.some(grant => prefixes.some(prefix => typeof grant === 'string' && grant.startsWith(prefix)));
  return {
    // Records can contain addresses of images, which are built from MEDIA_BASE_URL.
    ...(has('table') && { TABLE_NAME: table.name, MEDIA_BASE_URL: media.url }),
    ...(has('content', 'uploads', 'tasks') && { CONTENT_BUCKET: content.name }),
    ...(has('media') && { MEDIA_BUCKET: media.name }),
    ...(has('schedule') && {
      SCHEDULE_GROUP: schedules.group,
      SCHEDULE_ROLE_ARN: schedules.roleArn,
      SCHEDULE_FAILURES_ARN: schedules.failuresArn,
      PUBLISHER_ARN: schedules.publisherArn,
    }),
    ...(has('due') && { DUE_QUEUE_URL: due.url }),
  };
}
