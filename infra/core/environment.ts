import * as v from 'valibot';
import { UsageError } from './command.ts';

const NOT_SET = 'is not set';
const required = v.pipe(v.string(NOT_SET), v.minLength(1, NOT_SET));
/** An empty variable counts as unset. */
const endpoint = v.optional(v.pipe(v.string(), v.check(isEmptyOrUrl, 'must be a URL')), '');
const secrets = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** The variables that commands of infra read. The stack on this machine sets the required ones. */
export const VARIABLES = {
  CDK_OUTDIR: v.optional(v.pipe(v.string(), v.minLength(1, 'must be a folder')), 'cdk.out'),
  DATA_DIR: v.optional(v.pipe(v.string(), v.minLength(1, 'must be a folder, or :memory:')), '.local'),
  /** The key with which commands call a service. */
  BROADSHEET_API_KEY: v.optional(v.string(), ''),
  /** `yes` makes the local service call DynamoDB as it does when deployed: by the SDK's requests. */
  ENGINES_OVER_HTTP: v.optional(v.picklist(['yes', 'no'], 'must be yes or no'), 'no'),
  /** Secret values by name, as a JSON object. */
  SECRETS: v.pipe(
    v.optional(v.string(), '{}'),
    v.check(text => v.is(secrets, text), 'must be a JSON object of texts'),
    v.transform(text => v.parse(secrets, text)),
  ),
  /** Site settings, as JSON, that replace those of cdk.json. */
  SITE: v.optional(v.string(), '{}'),
  AWS_REGION: required,
  AWS_ACCESS_KEY_ID: required,
  AWS_SECRET_ACCESS_KEY: required,
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_ENDPOINT_URL_SCHEDULER: endpoint,
  AWS_ENDPOINT_URL_SQS: endpoint,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
  TABLE_NAME: required,
  CONTENT_BUCKET: required,
  MEDIA_BUCKET: required,
  SCHEDULE_GROUP: required,
  SCHEDULE_ROLE_ARN: required,
  SCHEDULE_FAILURES_ARN: required,
  PUBLISHER_ARN: required,
  DUE_QUEUE_URL: required,
} as const;

export type EndpointVariable = Extract<keyof typeof VARIABLES, `AWS_ENDPOINT_URL_${string}`>;

/** The expression that a bundle of the functions replaces by the site's configuration; shared/platform/core/environment.ts has it. */
export const SITE_EXPRESSION = 'process.env.SITE';

/** Reads a variable now: the stack on this machine sets some while it starts. @throws UsageError that names the variable */
export function readVariable<Name extends keyof typeof VARIABLES>(
  name: Name,
): v.InferOutput<(typeof VARIABLES)[Name]>;
export function readVariable(name: keyof typeof VARIABLES): unknown {
  const { success, output, issues } = v.safeParse(VARIABLES[name], process.env[name]);
  if (!success) throw new UsageError(`${name}: ${issues[0].message}`);
  return output;
}

/** All variables as they are, for a schema that reports the faults of several together. */
export function allVariables(): NodeJS.ProcessEnv {
  return process.env;
}

/** Sets variables of this process, which the AWS SDK and the functions read. Variables without a value stay as they are. */
export function setVariables(values: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(values)) if (value) process.env[name] = value;
}

/** Sets those variables of this process that have no value yet, or an empty one, as an unset variable of a shell or a container leaves it. */
export function setMissingVariables(values: Readonly<Record<string, string>>): void {
  const missing = Object.entries(values).filter(([name]) => !process.env[name]);
  Object.assign(process.env, Object.fromEntries(missing));
}

export function unsetVariable(name: string): void {
  Reflect.deleteProperty(process.env, name);
}

function isEmptyOrUrl(text: string): boolean {
  return text === '' || URL.canParse(text);
}
