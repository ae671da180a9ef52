import { invalid } from './errors.ts';

const AT = /^at\((\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\)$/;

/**
 * When a schedule is due, as epoch ms. The stand-in knows one-time schedules in UTC.
 * @throws SchedulerError for every other expression, and where the calendar has no such day or time
 */
export function parseExpression(expression: string): number {
  const [, text = ''] = AT.exec(expression) ?? [];
  const ms = Date.parse(`${text}Z`);
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text))
    throw invalid(`Invalid Schedule Expression ${expression}.`);
  return ms;
}
