import * as v from 'valibot';
import { QUOTAS } from '../quotas.ts';

const STATUS = {
  ValidationException: 400,
  ResourceNotFoundException: 404,
  ConflictException: 409,
  InternalServerException: 500,
} as const;

/** An error of EventBridge Scheduler; `name` becomes the header `x-amzn-errortype`. */
export class SchedulerError extends Error {
  readonly status: number;

  constructor(type: keyof typeof STATUS, message: string) {
    super(message);
    this.name = type;
    this.status = STATUS[type];
  }
}

export function invalid(message: string) {
  return new SchedulerError('ValidationException', message);
}

export function notFound(name: string) {
  return new SchedulerError('ResourceNotFoundException', `Schedule ${name} does not exist.`);
}

export function conflict(message: string) {
  return new SchedulerError('ConflictException', message);
}

const NAME = new RegExp(`^[0-9a-zA-Z-_.]{1,${QUOTAS.scheduleNameLength.max}}$`);
const ARN = /^arn:aws[a-z-]*:[a-z0-9-]+:[a-z0-9-]*:\d*:\S+$/;
const LAMBDA_ARN = /^arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:function:\S+$/;
const ROLE_ARN = /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/;

function pattern(regex: RegExp) {
  return v.pipe(
    v.string(),
    v.regex(regex, `Member must satisfy regular expression pattern: ${regex.source}`),
  );
}

function whole(min: number, max: number) {
  return v.pipe(
    v.number(),
    v.integer(),
    v.minValue(min, `Member must have value greater than or equal to ${min}`),
    v.maxValue(max, `Member must have value less than or equal to ${max}`),
  );
}

function arn(regex: RegExp) {
  return v.pipe(pattern(regex), v.maxLength(1600));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A Lambda function that gets the input. A retry policy has no effect here, because Lambda accepts every event. */
const target = v.strictObject({
  Arn: arn(LAMBDA_ARN),
  RoleArn: arn(ROLE_ARN),
  Input: v.pipe(
    v.string(),
    v.maxBytes(QUOTAS.scheduleInputBytes.max),
    v.check(isJson, 'Input must be well-formed JSON for this target'),
  ),
  RetryPolicy: v.optional(
    v.strictObject({
      MaximumRetryAttempts: v.optional(whole(0, 185)),
      MaximumEventAgeInSeconds: v.optional(whole(60, 86_400)),
    }),
  ),
  DeadLetterConfig: v.optional(v.strictObject({ Arn: v.optional(arn(ARN)) })),
});

/**
 * The body of CreateSchedule, with the name from the path. Members that the service never sends are refused
 * instead of ignored.
 */
export const definition = v.strictObject({
  Name: pattern(NAME),
  GroupName: v.optional(pattern(NAME), 'default'),
  ScheduleExpression: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  ScheduleExpressionTimezone: v.optional(v.literal('UTC'), 'UTC'),
  State: v.optional(v.literal('ENABLED'), 'ENABLED'),
  Target: target,
  FlexibleTimeWindow: v.strictObject({ Mode: v.literal('OFF') }),
  ActionAfterCompletion: v.optional(v.picklist(['NONE', 'DELETE']), 'NONE'),
  ClientToken: v.optional(pattern(/^[a-zA-Z0-9-_]{1,64}$/)),
});

export type Definition = v.InferOutput<typeof definition>;

/** Parses a request. @throws a ValidationException that names the member, in the service's words */
export function validate(input: unknown): Definition {
  const result = v.safeParse(definition, input, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw invalid(
    `1 validation error detected: Value at '${v.getDotPath(issue) ?? 'body'}' failed to satisfy constraint: ${issue.message}`,
  );
}
