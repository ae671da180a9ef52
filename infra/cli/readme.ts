import { readFileSync, writeFileSync } from 'node:fs';
import { routeList } from '../../functions/routes.ts';
import { ADMIN_ROLES, BUILT_IN_ROLES, PERMISSIONS } from '../../shared/config/permissions.ts';
import { permissionText } from '../../shared/http/caller.ts';

const README = new URL('../../README.md', import.meta.url);
const LISTS = new URL('../../test/bench/results/lists.csv', import.meta.url);

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (head: readonly string[], rows: readonly string[][]): string =>
  [row(head), `|${head.map(() => '---|').join('')}`, ...rows.map(row)].join('\n');

const endpoints = (): string =>
  table(
    ['method', 'path', 'permission', 'what it does'],
    routeList.map(({ method, path, permission, summary, public: open }) => [
      method,
      `\`${path}\``,
      open ? `${permissionText(permission)} (public)` : permissionText(permission),
      summary,
    ]),
  );

function roles(): string {
  const others = [...BUILT_IN_ROLES].filter(([role]) => !ADMIN_ROLES.has(role));
  const rows = others.map(([role, permissions]) => [
    role,
    permissions.map(name => `\`${name}\``).join(', ') || 'none',
  ]);
  return table(
    ['role', 'permissions beside `read` and `engage`'],
    [['administrators', `all ${PERMISSIONS.length}`], ...rows],
  );
}

/** What `npm run bench -- lists` found: a row a list, what it read with each size of the archive, all else with the largest. */
function lists(): string {
  const [, ...lines] = readFileSync(LISTS, 'utf8').trim().split('\n');
  const byList = new Map<string, { posts: string; read: string; others: string[] }[]>();
  for (const line of lines) {
    const [posts = '', list = '', calls = '', trips = '', examined = '', read = '', ...ms] = line.split(',');
    byList.set(list, [...(byList.get(list) ?? []), { posts, read, others: [examined, calls, trips, ...ms] }]);
  }
  const sizes = [...byList.values()][0]?.map(({ posts }) => Number(posts).toLocaleString('en')) ?? [];
  const rows = [...byList].map(([list, found]) => [
    list,
    ...found.map(({ read }) => read),
    ...(found.at(-1)?.others ?? []),
  ]);
  return table(
    ['list', ...sizes.map(size => `read units at ${size}`), 'examined', 'calls', 'trips', 'p50 ms', 'p95 ms'],
    rows,
  );
}

/** The README with its derived tables made anew. */
export function renewed(readme: string): string {
  return Object.entries({ endpoints, roles, lists }).reduce(
    (text, [name, content]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`),
        (_all, start: string, end: string) => `${start}${content()}\n${end}`,
      ),
    readme,
  );
}

if (process.argv[1] === import.meta.filename) writeFileSync(README, renewed(readFileSync(README, 'utf8')));
