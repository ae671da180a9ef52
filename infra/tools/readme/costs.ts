import { resultsOf, table } from './table.ts';

/** The endpoints that cause most of a bill, and one of each kind. */
const SHOWN = [
  'posts/get',
  'posts/list',
  'posts/search',
  'posts/record-page-views',
  'likes/create',
  'drafts/create',
  'posts/create',
  'posts/edit',
  'scheduled_posts/schedule',
  'sections/edit',
  'images/create',
  'documents/create',
  'dam/list',
];

/** A table of the results of `npm run cost`: dollars per million requests. */
export function costs(): string {
  const { columns, lines } = resultsOf('cost-requests');
  const shown = SHOWN.map(name => lines.find(([endpoint]) => endpoint === name) ?? [name]);
  return table(columns, shown);
}

/** A table of dollars per month. */
export function months(): string {
  const { columns, lines } = resultsOf('cost-months');
  return table(columns, lines);
}
