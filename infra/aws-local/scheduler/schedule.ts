import * as v from 'valibot';
import { definition, invalid, type Definition } from './definition.ts';

const AT = /^at\((\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\)$/;

/**
 * Parses the due time of a schedule as epoch ms. The stand-in supports one-time schedules in UTC.
 * @throws SchedulerError for any other expression, and for a date or time that does not exist
 */
export function parseExpression(expression: string): number {
  const [, text = ''] = AT.exec(expression) ?? [];
  const ms = Date.parse(`${text}Z`);
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text))
    throw invalid(`Invalid Schedule Expression ${expression}.`);
  return ms;
}

/** A stored schedule. `dueMs` is the time of its invocation (epoch ms), null after it. */
export const schedule = v.object({
  definition,
  createdMs: v.number(),
  modifiedMs: v.number(),
  dueMs: v.nullable(v.number()),
});

export type Schedule = v.InferOutput<typeof schedule>;

export function makeScheduleKey(group: string, name: string) {
  return `${group}/${name}`;
}

export function makeArn({ GroupName, Name }: Pick<Definition, 'GroupName' | 'Name'>) {
  return `arn:aws:scheduler:us-east-1:000000000000:schedule/${GroupName}/${Name}`;
}

/** The due time of a new or changed schedule. @throws SchedulerError when it has passed */
export function computeDueMs({ ScheduleExpression }: Definition, nowMs: number): number {
  const dueMs = parseExpression(ScheduleExpression);
  if (dueMs < nowMs)
    throw invalid(`Invalid Schedule Expression ${ScheduleExpression}. The time is in the past.`);
  return dueMs;
}

function epochSeconds(ms: number) {
  return ms / 1000;
}

/** GetSchedule's answer: times are epoch seconds. */
export function describe({ definition: { ClientToken: _, ...shown }, createdMs, modifiedMs }: Schedule) {
  return {
    Arn: makeArn(shown),
    ...shown,
    CreationDate: epochSeconds(createdMs),
    LastModificationDate: epochSeconds(modifiedMs),
  };
}
