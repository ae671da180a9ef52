import { TEXTS } from '../../stack/observability/texts.ts';
import { table } from './table.ts';

/** A table of the alarms with the texts of their descriptions. */
export function alarms(): string {
  return table(
    ['alarm', 'in alarm when', 'means', 'what to do'],
    Object.entries(TEXTS).map(([name, { when, means, todo }]) => [`\`${name}\``, when, means, todo]),
  );
}
