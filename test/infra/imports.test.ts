import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { workers } from '../../infra/workers.ts';

const sources = ['shared', 'functions', 'infra'].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.includes('node_modules'))
    .map(file => join(folder, file)),
);

/** What a file imports when it runs (types are gone by then), as written. */
const IMPORT = /(?:^import|^export|\bimport\()(?! type)\s*(?:[^;']*?from )?'([^']+)'/gm;

const written = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, specifier]) => specifier!);

const imports = new Map(
  sources.map(file => [
    file,
    written(file)
      .filter(specifier => specifier.startsWith('.'))
      .map(specifier => normalize(join(dirname(file), specifier))),
  ]),
);

const importsFrom = (importer: RegExp, imported: RegExp): string[] =>
  [...imports].flatMap(([file, targets]) =>
    importer.test(file) ? targets.filter(one => imported.test(one)).map(one => `${file} imports ${one}`) : [],
  );

it('sees the imports', () => {
  expect(imports.get('functions/posts/get.ts')).toContain('shared/posts/read.ts');
  expect(imports.get('shared/posts/content.ts')).toContain('shared/files/objects.ts');
  expect([...imports.values()].flat().filter(file => !existsSync(file))).toEqual([]);
});

it('run one way: infra, functions, shared', () => {
  expect(importsFrom(/^shared\/(?!client\/)/, /^(functions|infra)\//)).toEqual([]);
  expect(importsFrom(/^functions\//, /^infra\//)).toEqual([]);
});

it('lead from the client to the route table alone, and from nothing of the service to the client', () => {
  expect(importsFrom(/^shared\/client\//, /^(?!shared\/client\/)/)).toEqual([
    'shared/client/table.ts imports functions/routes.ts',
  ]);
  expect(importsFrom(/^(functions|shared)\/(?!client\/)/, /^shared\/client\//)).toEqual([]);
});

it('lead from the resources to what all use, not back', () => {
  const common = /^shared\/(config|files|http|media|schedule|store|text)\//;

  expect(importsFrom(common, /^shared\/(?!(config|files|http|media|schedule|store|text)\/)/)).toEqual([]);
});

it('lead from no endpoint to another', () => {
  expect(importsFrom(/^functions\/[^/]+\//, /^functions\/(?!events\/jobs)[^/]+\//)).toEqual([]);
});

it('never come back to where they began', () => {
  const done = new Set<string>();
  const cycles: string[] = [];
  const follow = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' > '));
    if (done.has(file) || path.includes(file)) return;
    for (const next of imports.get(file) ?? []) follow(next, [...path, file]);
    done.add(file);
  };
  for (const file of sources) follow(file, []);

  expect(cycles).toEqual([]);
});

it('take the S3 client only through the file that the bundler keeps apart', () => {
  const importers = [...imports.keys()].filter(
    file => !file.startsWith('infra/local/') && written(file).includes('@aws-sdk/client-s3'),
  );

  expect(importers).toEqual(['shared/files/sdk.ts']);
});

it.each(Object.entries(routes))('load %s from the file of its name', async (name, { load }) => {
  const file: { default: unknown } = await import(resolve(`functions/${name}.ts`));

  expect((await load()).default).toBe(file.default);
});

it('leave no file of functions/ out: each is an endpoint with a row, a worker, or a helper of theirs', () => {
  const rows = [
    ...Object.keys(routes),
    ...Object.keys(workers).map(name => `events/${name}`),
    'routes',
    'unknown',
  ];
  const used = new Set([...imports.values()].flat());
  const idle = sources.filter(
    file =>
      file.startsWith('functions/') &&
      !used.has(file) &&
      !rows.includes(file.slice('functions/'.length, -'.ts'.length)),
  );

  expect(idle.filter(file => file !== 'functions/route.ts')).toEqual([]);
});
