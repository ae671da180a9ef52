import * as v from 'valibot';
import { invalid } from './errors.ts';

const NAME = /^[0-9a-zA-Z-_.]{1,64}$/;
const ARN = /^arn:aws[a-z-]*:[a-z0-9-]+:[a-z0-9-]*:\d*:\S+$/;
const ROLE_ARN = /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/;
const JSON_TARGET = /^arn:aws[a-z-]*:(?:lambda|states|events):/;
const MAX_INPUT_BYTES = 256 * 1024;

const pattern = (regex: RegExp) =>
  v.pipe(v.string(), v.regex(regex, `Member must satisfy regular expression pattern: ${regex.source}`));
const whole = (min: number, max: number) =>
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(min, `Member must have value greater than or equal to ${min}`),
    v.maxValue(max, `Member must have value less than or equal to ${max}`),
  );
const arn = (regex: RegExp) => v.pipe(pattern(regex), v.maxLength(1600));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const target = v.pipe(
  v.looseObject({
    Arn: arn(ARN),
    RoleArn: arn(ROLE_ARN),
    Input: v.optional(v.pipe(v.string(), v.minLength(1), v.maxBytes(MAX_INPUT_BYTES))),
    RetryPolicy: v.optional(
      v.object({
        MaximumRetryAttempts: v.optional(whole(0, 185)),
        MaximumEventAgeInSeconds: v.optional(whole(60, 86_400)),
      }),
    ),
    DeadLetterConfig: v.optional(v.object({ Arn: v.optional(arn(ARN)) })),
  }),
  v.check(
    ({ Arn, Input }) => Input === undefined || !JSON_TARGET.test(Arn) || isJson(Input),
    'Input must be well-formed JSON for this target',
  ),
);

const flexibleTimeWindow = v.variant('Mode', [
  v.object({ Mode: v.literal('OFF') }),
  v.object({ Mode: v.literal('FLEXIBLE'), MaximumWindowInMinutes: whole(1, 1440) }),
]);

/** The body of CreateSchedule and UpdateSchedule with the name from the path; what is left out takes AWS's default. */
export const definition = v.object({
  Name: pattern(NAME),
  GroupName: v.optional(pattern(NAME), 'default'),
  ScheduleExpression: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  ScheduleExpressionTimezone: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(50)), 'UTC'),
  StartDate: v.optional(v.number()),
  EndDate: v.optional(v.number()),
  Description: v.optional(v.pipe(v.string(), v.maxLength(512))),
  State: v.optional(v.picklist(['ENABLED', 'DISABLED']), 'ENABLED'),
  KmsKeyArn: v.optional(arn(ARN)),
  Target: target,
  FlexibleTimeWindow: flexibleTimeWindow,
  ActionAfterCompletion: v.optional(v.picklist(['NONE', 'DELETE']), 'NONE'),
  ClientToken: v.optional(pattern(/^[a-zA-Z0-9-_]{1,64}$/)),
});

export type Definition = v.InferOutput<typeof definition>;

/** The filters of ListSchedules, as they come in the query string. */
export const listQuery = v.object({
  ScheduleGroup: v.optional(pattern(NAME)),
  NamePrefix: v.optional(pattern(NAME)),
  State: v.optional(v.picklist(['ENABLED', 'DISABLED'])),
  MaxResults: v.optional(v.pipe(v.string(), v.toNumber(), whole(1, 100)), '100'),
  NextToken: v.optional(v.string()),
});

export type ListQuery = v.InferOutput<typeof listQuery>;

/** Parses outside data; a mismatch is a ValidationException that names the member, as the service words it. */
export function validate<T extends v.GenericSchema>(schema: T, input: unknown): v.InferOutput<T> {
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw invalid(
    `1 validation error detected: Value at '${v.getDotPath(issue) ?? 'body'}' failed to satisfy constraint: ${issue.message}`,
  );
}
