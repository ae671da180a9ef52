import { readFileSync, writeFileSync } from 'node:fs';
import { routeList } from '../../functions/routes/index.ts';
import { ADMIN_ROLES, BUILT_IN_ROLES, PERMISSIONS } from '../../shared/platform/site/permissions.ts';
import { permissionText } from '../../shared/platform/http/caller.ts';
import { readNothing, startCommand, type Command } from '../core/command.ts';
import { TEXTS } from '../stack/observability/texts.ts';
import { items, records } from './readme/records.ts';
import { load, cold, costs, cpu, edge, lists, months, peers } from './readme/results.ts';
import { table } from './readme/table.ts';

/** The documents with generated tables or tested snippets, relative to the repository's root. */
export const DOCUMENTS = [
  'README.md',
  'functions/README.md',
  'functions/recipes.md',
  'infra/README.md',
  'infra/client/README.md',
  'infra/cli/README.md',
  'infra/sites/README.md',
  'infra/local/README.md',
  'infra/aws-local/README.md',
  'shared/README.md',
  'test/README.md',
  'test/bench/README.md',
  'CONTRIBUTING.md',
] as const;

function documentUrl(name: string): URL {
  return new URL(`../../${name}`, import.meta.url);
}

/** The text of all documents. Each marker occurs in only one of them. */
export function documentsText(): string {
  return DOCUMENTS.map(name => readFileSync(documentUrl(name), 'utf8')).join('\n');
}

/** A table of the alarms with the texts of their descriptions. */
function alarms(): string {
  return table(
    ['alarm', 'in alarm when', 'means', 'what to do'],
    Object.entries(TEXTS).map(([name, { when, means, remedy }]) => [`\`${name}\``, when, means, remedy]),
  );
}

type Row = (typeof routeList)[number];

function endpoints(rows: readonly Row[]): string {
  return table(
    ['method', 'path', 'permission', 'what it does'],
    rows.map(row => [row.method, `\`${row.path}\``, access(row), row.summary]),
  );
}

function access({ permission, public: isPublic, isKeyless }: Row): string {
  if (isKeyless) return 'none';
  return isPublic ? `${permissionText(permission)} (public)` : permissionText(permission);
}

function roles(): string {
  const others = [...BUILT_IN_ROLES].filter(([role]) => !ADMIN_ROLES.has(role));
  const rows = others.map(([role, permissions]) => [
    role,
    permissions.map(name => `\`${name}\``).join(', ') || 'none',
  ]);
  return table(
    ['role', 'permissions in addition to `read` and `engage`'],
    [['administrators', `all ${PERMISSIONS.length}`], ...rows],
  );
}

/** Returns a document with its generated tables renewed. */
export function renewTables(readme: string, rows = routeList): string {
  return Object.entries({
    endpoints,
    roles,
    alarms,
    records,
    items,
    lists,
    cold,
    cpu,
    costs,
    months,
    edge,
    load,
    peers,
  }).reduce(
    (text, [name, content]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`),
        (_all, start: string, end: string) => `${start}${content(rows)}\n${end}`,
      ),
    readme,
  );
}

export const readme: Command<void> = {
  usage: `Usage: npm run readme

Renews the tables of the documents that are generated from the code and from measurements.`,
  read: readNothing,
  run: () => {
    for (const url of DOCUMENTS.map(documentUrl)) writeFileSync(url, renewTables(readFileSync(url, 'utf8')));
    return Promise.resolve();
  },
};

await startCommand(import.meta.filename, readme);
