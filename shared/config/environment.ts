import * as v from 'valibot';

const name = v.pipe(v.string(), v.minLength(1));

const Environment = v.object({
  TABLE_NAME: name,
  CONTENT_BUCKET: name,
  SCHEDULE_GROUP: name,
  SCHEDULE_ROLE_ARN: name,
  PUBLISHER_ARN: name,
  LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'error', 'silent']), 'info'),
});
type Environment = v.InferOutput<typeof Environment>;

let parsed: Environment | undefined;

/** What the deployment (or the local stack) tells every function; the only place besides `siteText` that reads process.env. */
export const environment = (): Environment => (parsed ??= v.parse(Environment, process.env));

/** The site's configuration as JSON. A bundle has it built in: a Lambda's environment holds only 4 KB. */
export const siteText = (): string => process.env.SITE ?? '{}';
