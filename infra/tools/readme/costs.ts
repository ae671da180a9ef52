import { resultsOf, table } from './table.ts';

/** Of the endpoints those that most of a bill comes from, and one of each sort. */
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

/** What `npm run cost` computed: dollars per million requests. */
export function costs(): string {
  const { columns, lines } = resultsOf('cost-requests');
  const shown = SHOWN.map(name => lines.find(([endpoint]) => endpoint === name) ?? [name]);
  return table(columns, shown);
}

/** And dollars a month. */
export function months(): string {
  const { columns, lines } = resultsOf('cost-months');
  return table(columns, lines);
}
