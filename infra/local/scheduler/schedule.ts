import * as v from 'valibot';
import { definition, type Definition } from './definition.ts';
import { invalid } from './errors.ts';
import { parseExpression } from './expression.ts';

/** A stored schedule; `dueMs` is the next time to fire (epoch ms), null once there is none. */
export const schedule = v.object({
  definition,
  createdMs: v.number(),
  modifiedMs: v.number(),
  dueMs: v.nullable(v.number()),
});

export type Schedule = v.InferOutput<typeof schedule>;

const START_GRACE_MS = 5 * 60_000;

export const keyOf = (group: string, name: string) => `${group}/${name}`;

export const arnOf = ({ GroupName, Name }: Pick<Definition, 'GroupName' | 'Name'>) =>
  `arn:aws:scheduler:us-east-1:000000000000:schedule/${GroupName}/${Name}`;

const timingOf = (d: Definition) => parseExpression(d.ScheduleExpression, d.ScheduleExpressionTimezone);

/** Start and end, which count for recurring schedules only, in epoch ms. */
function boundsOf(d: Definition, createdMs: number) {
  return {
    startMs: d.StartDate === undefined ? createdMs : d.StartDate * 1000,
    endMs: d.EndDate === undefined ? Infinity : d.EndDate * 1000,
  };
}

/** The first time a new or changed schedule is due; refuses one that could never fire. */
export function firstDueMs(d: Definition, nowMs: number): number {
  const timing = timingOf(d);
  if (timing.kind === 'at') {
    if (timing.atMs < nowMs) {
      throw invalid(`Invalid Schedule Expression ${d.ScheduleExpression}. The time is in the past.`);
    }
    return timing.atMs;
  }
  const { startMs, endMs } = boundsOf(d, nowMs);
  if (startMs < nowMs - START_GRACE_MS) {
    throw invalid('The StartDate you specify cannot be earlier than 5 minutes ago.');
  }
  if (endMs <= Math.max(startMs, nowMs)) {
    throw invalid('The EndDate you specify must be later than the StartDate and the present.');
  }
  return startMs;
}

/** When it is due again after a run, without catching up on rounds missed; null when it is complete. */
export function nextDueMs({ definition: d, createdMs }: Schedule, nowMs: number): number | null {
  const timing = timingOf(d);
  if (timing.kind === 'at') return null;
  const { startMs, endMs } = boundsOf(d, createdMs);
  const rounds = Math.floor((nowMs - startMs) / timing.everyMs) + 1;
  const nextMs = startMs + rounds * timing.everyMs;
  return nextMs < endMs ? nextMs : null;
}
