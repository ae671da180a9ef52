import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SNIPPETS } from './lint/snippets.ts';

const CONFIG = '.oxlintrc.json';
/** The files that the linter needs besides the modules that it checks. */
const COPIED = [CONFIG, 'tsconfig.json', 'infra/dev/lint', 'package.json'];
const UNUSED_DIRECTIVE = 'unused directive';

const IMPORT_HTTP = "import { request } from 'node:http';\nexport { request };";
const READ_ENVIRONMENT = 'export const { env } = process;';
const CALL_FETCH = "export const a = fetch('https://a.example');";
const PRINT = 'console.log(1);';
const READ_FILE = "export { readFile } from 'node:fs/promises';";
const IMPORT_COMMAND = "export { GetCommand } from '@aws-sdk/lib-dynamodb';";
const IMPORT_COMMANDS = "import * as documents from '@aws-sdk/lib-dynamodb';\nexport { documents };";
const IMPORT_CLIENT = "export { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';";
const IMPORT_DATABASE = "export { database } from '../../../shared/platform/store/client.ts';";
const REPLACE_SEND = 'export const f = (a: { send: number }): void => void (a.send = 1);';
const SPY_SEND = "declare const vi: { spyOn: (a: object, b: string) => void };\nvi.spyOn({}, 'send');";
const ASSERT = 'export const f = (a: unknown): string => a as string;';
const USE_ANY = "export const f = (a: any): unknown => Math.max(a.b(), JSON.parse('1'));";
function restricted(name: string) {
  return `no-restricted-${name}`;
}

/** Rules that depend on the folder: a module, and the rules that report it there. */
const BY_FOLDER: readonly (readonly [file: string, source: string, ...rules: string[]])[] = [
  ['shared/assert.ts', ASSERT, 'typescript/consistent-type-assertions'],
  ['infra/client/source/assert.ts', ASSERT, 'typescript/consistent-type-assertions'],
  ['infra/client/source/environment.ts', READ_ENVIRONMENT, restricted('properties')],
  ['infra/client/source/fetch.ts', CALL_FETCH],
  ['infra/client/source/http.ts', IMPORT_HTTP, 'broadsheet/only-guarded-connections'],
  ['shared/fetch.ts', CALL_FETCH, restricted('globals')],
  ['shared/environment.ts', READ_ENVIRONMENT, restricted('properties')],
  ['shared/platform/core/environment.ts', READ_ENVIRONMENT],
  ['shared/platform/http/guarded/request.ts', IMPORT_HTTP],
  ['shared/platform/store/http.ts', IMPORT_HTTP, 'broadsheet/only-guarded-connections'],
  ['infra/http.ts', IMPORT_HTTP],
  ['infra/fetch.ts', CALL_FETCH],
  ['infra/environment.ts', READ_ENVIRONMENT, restricted('properties')],
  ['infra/core/environment.ts', READ_ENVIRONMENT],
  ['infra/assert.ts', ASSERT],
  ['infra/cli/print.ts', PRINT, 'no-console'],
  ['infra/dev/print.ts', PRINT, 'no-console'],
  ['infra/core/terminal.ts', PRINT],
  ['infra/cli/export/read.ts', READ_FILE, restricted('imports')],
  ['infra/cli/read.ts', READ_FILE],
  ['shared/posts/get.ts', IMPORT_COMMAND, restricted('imports')],
  ['shared/posts/commands.ts', IMPORT_COMMANDS, restricted('imports')],
  ['functions/get.ts', IMPORT_COMMAND, restricted('imports')],
  ['shared/platform/store/client.ts', IMPORT_CLIENT],
  ['shared/platform/store/commands.ts', IMPORT_COMMANDS],
  ['infra/cli/scan.ts', IMPORT_COMMAND, restricted('imports')],
  ['shared/posts/client.ts', IMPORT_DATABASE, restricted('imports')],
  ['infra/local/client.ts', IMPORT_DATABASE, restricted('imports')],
  ['infra/cli/export/client.ts', IMPORT_DATABASE, restricted('imports')],
  ['shared/platform/store/port.ts', IMPORT_DATABASE],
  ['infra/client/source/client.ts', REPLACE_SEND],
  ['infra/replace.ts', REPLACE_SEND, 'broadsheet/no-replaced-send'],
  ['test/replace.ts', SPY_SEND, 'broadsheet/no-replaced-send'],
  ['infra/any.ts', 'export const f = (a: any): unknown => a;', 'typescript/no-explicit-any'],
  ['test/any.ts', USE_ANY],
  ['test/promise.ts', 'Promise.resolve(1);', 'typescript/no-floating-promises'],
  ['test/directive.ts', '// eslint-disable-next-line no-var\nexport const a = 1;', UNUSED_DIRECTIVE],
];

/** Each way to load a module that opens connections. */
const CONNECTIONS = [
  "import 'http';",
  "import type { Socket } from 'node:net';\nexport type A = Socket;",
  "export * from 'node:http2';",
  "export { connect } from 'node:tls';",
  "export const a: unknown = await import('undici');",
  "export const a: unknown = process.getBuiltinModule('node:dgram');",
  "declare const require: (name: string) => object;\nexport const a = require('https');",
];

/** Each way to replace the method of a client. */
const REPLACEMENTS = [
  'export const f = (a: { send: number }): void => void (a.send = 1);',
  "export const f = (a: { send: number }): void => void (a['send'] = 1);",
  'export const f = (a: object): object => Object.assign(a, { send: 1 });',
  "export const f = (a: object): object => Object.defineProperty(a, 'send', { value: 1 });",
];

/** Code that the parser refuses in any module, so that no rule is needed. */
const SYNTAX_ERRORS = [
  'let a = 1; delete a; export { a };',
  "export const a = '\\8';",
  'export const a = 017;',
];

/** The linted modules: one for each rule, each case of a folder and each way to connect. */
const MODULES = new Map<string, string>([
  ...Object.entries(SNIPPETS).map(([rule, source]) => [toFileName(rule), source] as const),
  ...BY_FOLDER.map(([file, source]) => [file, source] as const),
  ...CONNECTIONS.map((source, index) => [connectionFile(index), source] as const),
  ...REPLACEMENTS.map((source, index) => [replacementFile(index), source] as const),
  ...SYNTAX_ERRORS.map((source, index) => [syntaxFile(index), source] as const),
]);

function toFileName(rule: string): string {
  return `functions/${rule.replace('/', '-')}.ts`;
}

function connectionFile(index: number): string {
  return `functions/connection-${index}.ts`;
}

function replacementFile(index: number): string {
  return `shared/replacement-${index}.ts`;
}

function syntaxFile(index: number): string {
  return `functions/syntax-${index}.ts`;
}

interface Diagnostic {
  code?: string;
  message: string;
  filename: string;
}

let folder: string;
/** The rules that report each file. */
const reported = new Map<string, Set<string>>();

/** `eslint(no-var)` is `no-var` in the configuration, `typescript(no-explicit-any)` is `typescript/no-explicit-any`. */
function toRule({ code, message }: Diagnostic): string {
  if (message.startsWith('Unused eslint-disable directive')) return UNUSED_DIRECTIVE;
  return code?.replace(/^(\S+)\((.*)\)$/, '$1/$2').replace(/^eslint\//, '') ?? message;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-'));
  for (const file of COPIED) cpSync(file, join(folder, file), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const [file, source] of MODULES) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), `${source}\n`);
  }
  const args = [
    join('node_modules', 'oxlint/bin/oxlint'),
    '--format',
    'json',
    'functions',
    'shared',
    'infra',
    'test',
  ];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
  for (const diagnostic of JSON.parse(stdout).diagnostics as Diagnostic[])
    reported.set(
      diagnostic.filename,
      (reported.get(diagnostic.filename) ?? new Set()).add(toRule(diagnostic)),
    );
});

afterAll(() => rmSync(folder, { recursive: true }));

/** All rules that the configuration turns on in any folder. */
function configuredRules(): string[] {
  const config = JSON.parse(readFileSync(CONFIG, 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''));
  const tables = [config.rules, ...config.overrides.map((override: any) => override.rules)];
  const rules = tables.flatMap(table => Object.entries(table)).filter(([, value]) => value !== 'off');
  return [...new Set(rules.map(([name]) => name))];
}

describe('linter configuration', () => {
  it('has an offending module in this test for each rule', () => {
    const byFolder = BY_FOLDER.flatMap(([, , ...rules]) => rules).filter(rule => rule !== UNUSED_DIRECTIVE);
    const covered = new Set([...Object.keys(SNIPPETS), ...byFolder]);
    expect([...covered].toSorted()).toEqual(configuredRules().toSorted());
  });

  it.each(Object.keys(SNIPPETS))('reports the module that breaks the rule %s', rule => {
    expect([...(reported.get(toFileName(rule)) ?? [])]).toContain(rule);
  });

  it.each(BY_FOLDER)('applies the rules of its folder to %s: %s', (file, _source, ...rules) => {
    expect([...(reported.get(file) ?? [])]).toEqual(rules);
  });

  it.each(SYNTAX_ERRORS)('reports the syntax error once: %s', source => {
    expect([...(reported.get(syntaxFile(SYNTAX_ERRORS.indexOf(source))) ?? [])]).toHaveLength(1);
  });

  it.each(CONNECTIONS)('reports a connection outside the guarded client: %s', source => {
    const file = connectionFile(CONNECTIONS.indexOf(source));

    expect([...(reported.get(file) ?? [])]).toContain('broadsheet/only-guarded-connections');
  });

  it.each(REPLACEMENTS)('reports a replaced method of a client: %s', source => {
    const file = replacementFile(REPLACEMENTS.indexOf(source));

    expect([...(reported.get(file) ?? [])]).toContain('broadsheet/no-replaced-send');
  });
});
