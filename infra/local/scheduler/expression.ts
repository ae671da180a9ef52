import { invalid } from './errors.ts';

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
