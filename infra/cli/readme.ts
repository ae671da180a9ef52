import { readFileSync, writeFileSync } from 'node:fs';
import { routeList } from '../../functions/routes.ts';
import { ADMIN_ROLES, BUILT_IN_ROLES, PERMISSIONS } from '../../shared/config/permissions.ts';

const README = new URL('../../README.md', import.meta.url);

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (head: readonly string[], rows: readonly string[][]): string =>
  [row(head), `|${head.map(() => '---|').join('')}`, ...rows.map(row)].join('\n');

const endpoints = (): string =>
  table(
    ['method', 'path', 'permission', 'what it does'],
    routeList.map(({ method, path, permission, summary, public: open }) => [
      method,
      `\`${path}\``,
      open ? `${permission} (public)` : permission,
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

/** The README with its derived tables made anew. */
export function renewed(readme: string): string {
  const between = (text: string, name: string, content: string): string =>
    text.replace(
      new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`),
      (_all, start: string, end: string) => `${start}${content}\n${end}`,
    );
  return between(between(readme, 'endpoints', endpoints()), 'roles', roles());
}

if (process.argv[1] === import.meta.filename) writeFileSync(README, renewed(readFileSync(README, 'utf8')));
