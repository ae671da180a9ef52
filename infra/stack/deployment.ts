import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as v from 'valibot';
import { Cors } from './cors.ts';
import { integer } from './integer.ts';

/** A log that is never cleaned up costs more each month. */
const endless = RetentionDays.INFINITE;
const retentions = Object.values(RetentionDays).filter(days => typeof days === 'number' && days !== endless);
const RETENTION = `must be one of ${retentions.join(', ')}`;

const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const CERTIFICATE = /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]{36}$/;

const STREAM = /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/;

const host = v.pipe(
  v.string(),
  v.regex(HOST, 'must be a domain name such as api.example.com, in lower case'),
);
const certificate = v.pipe(
  v.string(),
  v.regex(CERTIFICATE, 'must be the ARN of a certificate: arn:aws:acm:<region>:<account>:certificate/<id>'),
);
const hostedZone = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^Z[A-Z0-9]{1,31}$/, 'must be the id of a hosted zone, such as Z0123ABC')),
  name: host,
});

/** A name of one's own. With a hosted zone its records are made too; without, they are made by hand. */
function domain(certificateArn: v.GenericSchema<string>) {
  return v.pipe(
    v.strictObject({ name: host, certificateArn, hostedZone: v.optional(hostedZone) }),
    v.check(
      ({ name, hostedZone: zone }) => !zone || `.${name}`.endsWith(`.${zone.name}`),
      'must have a name that lies in its hosted zone',
    ),
  );
}

const Throttling = v.strictObject({
  ratePerS: v.optional(integer(1, 100_000), 500),
  burst: v.optional(integer(1, 100_000), 1000),
});

/** A table that was restored to another point in time: a restore makes a new one, with a stream of its own. */
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
    'must have the stream of the table that it names',
  ),
);

/** How one stage is deployed. What is said of the site itself is in `context.site`. */
const StageSettings = v.pipe(
  v.strictObject({
    cors: v.optional(Cors, {}),
    throttling: v.optional(Throttling, {}),
    domain: v.optional(domain(certificate)),
    mediaDomain: v.optional(
      domain(
        v.pipe(
          certificate,
          v.includes(':us-east-1:', 'must be of us-east-1, where CloudFront looks for certificates'),
        ),
      ),
    ),
    logRetentionDays: v.optional(
      v.pipe(
        v.enum(RetentionDays, RETENTION),
        v.check(days => days !== endless, RETENTION),
      ),
      RetentionDays.THREE_MONTHS,
    ),
    tracing: v.optional(v.boolean(), false),
    /** The desk and the reference, at the API's own address: no other origin has to be let in. */
    pages: v.optional(v.boolean(), false),
    monitoring: v.optional(v.boolean()),
    alarmEmail: v.optional(v.pipe(v.string(), v.email('must be an email address'))),
    monthlyBudgetUsd: v.optional(v.pipe(v.number(), v.gtValue(0, 'must be more than 0'))),
    restoredTable: v.optional(RestoredTable),
  }),
  v.partialCheck(
    [['monthlyBudgetUsd'], ['alarmEmail']],
    ({ monthlyBudgetUsd, alarmEmail }) => monthlyBudgetUsd === undefined || alarmEmail !== undefined,
    'monthlyBudgetUsd needs alarmEmail, which is told when it is spent',
  ),
);

/** `context.deployment` of cdk.json, by stage: names and certificates can't be those of another. */
export const DeploymentSettings = v.strictObject({
  // What costs a few dollars a month is there where somebody relies on the service.
  prod: v.pipe(
    v.optional(StageSettings, {}),
    v.transform(({ monitoring = true, ...others }) => ({ ...others, monitoring })),
  ),
  dev: v.pipe(
    v.optional(StageSettings, {}),
    v.transform(({ monitoring = false, ...others }) => ({ ...others, monitoring })),
  ),
});
export type StageSettings = v.InferOutput<typeof DeploymentSettings>['prod'];
export type DomainSettings = NonNullable<StageSettings['domain']>;
export type RestoredTable = v.InferOutput<typeof RestoredTable>;
