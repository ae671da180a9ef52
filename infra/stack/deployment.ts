import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as v from 'valibot';
import { Cors, integer } from './cors.ts';
import { ApiDomain, DistributionDomain } from './domain-settings.ts';
import { EdgeSettings } from './edge/settings.ts';

/** An infinite retention is not allowed: such a log costs more each month. */
const endless = RetentionDays.INFINITE;
const retentions = Object.values(RetentionDays).filter(days => typeof days === 'number' && days !== endless);
const RETENTION = `must be one of ${retentions.join(', ')}`;

const STREAM = /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/;

const Throttling = v.strictObject({
  ratePerS: v.optional(integer(1, 100_000), 500),
  burst: v.optional(integer(1, 100_000), 1000),
});

/** A table restored to a point in time. A restore creates a new table with a new stream. */
const RestoredTable = v.pipe(
  v.strictObject({
    name: v.pipe(v.string(), v.regex(/^[\w.-]{3,255}$/, 'must be the name of a DynamoDB table')),
    streamArn: v.pipe(
      v.string(),
      v.regex(
        STREAM,
        'must be the ARN of a stream: arn:aws:dynamodb:<region>:<account>:table/<name>/stream/<label>',
      ),
    ),
  }),
  v.check(
    ({ name, streamArn }) => streamArn.includes(`:table/${name}/stream/`),
    'must name the stream of the same table',
  ),
);

/** Part of the names of stack and functions. With the longest function's name, they have at most 64 characters. */
export const StageName = v.pipe(
  v.string(),
  v.regex(
    /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
    'must have lower-case letters, digits and single hyphens, and begin with a letter',
  ),
  v.maxLength(16, 'must have at most 16 characters'),
);

/** The first part of these names. Without hyphens, so that no other newsroom and stage have the same name together. */
export const NewsroomName = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9]*$/, 'must have lower-case letters and digits only, and begin with a letter'),
  v.maxLength(15, 'must have at most 15 characters'),
);

/** The deployment settings of a stage. The site's settings are in `context.site`. */
export const StageSettings = v.pipe(
  v.strictObject({
    cors: v.optional(Cors, {}),
    throttling: v.optional(Throttling, {}),
    domain: v.optional(ApiDomain),
    mediaDomain: v.optional(DistributionDomain),
    /** A distribution in front of site, API and files. */
    edge: v.optional(EdgeSettings),
    /** Without the CDN, the API redirects to signed addresses of the files. */
    media: v.optional(v.strictObject({ cdn: v.optional(v.boolean(), true) }), {}),
    logRetentionDays: v.optional(
      v.pipe(
        v.enum(RetentionDays, RETENTION),
        v.check(days => days !== endless, RETENTION),
      ),
      RetentionDays.THREE_MONTHS,
    ),
    tracing: v.optional(v.boolean(), false),
    /**
     * Protects the stack and the table from deletion. It is off by default, because CloudFormation could not delete, and the CDK
     * could not repeat, a first deployment that fails with it.
     */
    protected: v.optional(v.boolean(), false),
    /** Whether the table and the buckets survive the stack. */
    retained: v.optional(v.boolean()),
    /** Serves the desk and the reference at the API's own address, so that no other origin needs access. */
    pages: v.optional(v.boolean(), false),
    monitoring: v.optional(v.boolean()),
    alarmEmail: v.optional(v.pipe(v.string(), v.email('must be an email address'))),
    monthlyBudgetUsd: v.optional(v.pipe(v.number(), v.gtValue(0, 'must be more than 0'))),
    restoredTable: v.optional(RestoredTable),
  }),
  v.partialCheck(
    [['monthlyBudgetUsd'], ['alarmEmail']],
    ({ monthlyBudgetUsd, alarmEmail }) => monthlyBudgetUsd === undefined || alarmEmail !== undefined,
    'monthlyBudgetUsd needs alarmEmail, the recipient of its notifications',
  ),
  v.check(
    ({ edge, domain, mediaDomain }) =>
      ![domain?.name, mediaDomain?.name].some(name => name !== undefined && name === edge?.domain?.name),
    'edge.domain needs a name of its own, other than domain and mediaDomain',
  ),
  v.partialCheck(
    [['mediaDomain'], ['media']],
    ({ mediaDomain, media }) => mediaDomain === undefined || media.cdn,
    'mediaDomain is a name of the CDN, which media.cdn turns off',
  ),
);

/** `context.deployment` of cdk.json, by stage: two stages can't share names and certificates. */
export const DeploymentSettings = v.record(StageName, StageSettings);

/** The settings of a stage with its defaults. dev is made to be deleted; options that cost a few dollars a month are off there. */
export function withDefaults(stage: string, given = v.parse(StageSettings, {})) {
  const { retained = stage !== 'dev', monitoring = retained } = given;
  return { ...given, retained, monitoring };
}
export type StageSettings = ReturnType<typeof withDefaults>;
export type RestoredTable = v.InferOutput<typeof RestoredTable>;
