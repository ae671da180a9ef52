import { TEXTS } from '../../stack/observability/texts.ts';
import { table } from './table.ts';

/** What each alarm means and what to do, as its mail says. */
export function alarms(): string {
  return table(
    ['alarm', 'rings when', 'means', 'what to do'],
    Object.entries(TEXTS).map(([name, { when, means, todo }]) => [`\`${name}\``, when, means, todo]),
  );
}
