import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { routes } from '../../functions/routes/index.ts';
import { workers } from '../../functions/events/workers.ts';

const sources = ['shared', 'functions', 'infra'].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !/node_modules|starters/.test(file))
    .map(file => join(folder, file)),
);

/** The specifiers that a file imports at run time, without imports of types. */
const IMPORT = /(?:^import|^export|\bimport\()(?! type)\s*(?:[^;']*?from )?'([^']+)'/gm;

function written(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, specifier]) => specifier!);
}

const imports = new Map(
  sources.map(file => [
    file,
    written(file)
      .filter(specifier => specifier.startsWith('.'))
      .map(specifier => normalize(join(dirname(file), specifier))),
  ]),
);

function importsFrom(importer: RegExp, imported: RegExp): string[] {
  return [...imports].flatMap(([file, targets]) =>
    importer.test(file)
      ? targets.filter(target => imported.test(target)).map(target => `${file} imports ${target}`)
      : [],
  );
}

it('the search for imports in this test finds relative imports that exist', () => {
  expect(imports.get('functions/posts/get.ts')).toContain('shared/posts/record/read.ts');
  expect(imports.get('shared/posts/record/content.ts')).toContain('shared/platform/files/objects.ts');
  expect([...imports.values()].flat().filter(file => !existsSync(file))).toEqual([]);
});

it('the typed client imports only the route table', () => {
  expect(importsFrom(/^infra\/client\/source\//, /^(?!infra\/client\/source\/)/)).toEqual([
    'infra/client/source/table.ts imports functions/routes/index.ts',
  ]);
});

it('only shared/platform/files/sdk.ts, which the bundler keeps as a lazy chunk, imports the S3 client', () => {
  const importers = [...imports.keys()].filter(
    file => !/^infra\/(?:aws-)?local\//.test(file) && written(file).includes('@aws-sdk/client-s3'),
  );

  expect(importers).toEqual(['shared/platform/files/sdk.ts']);
});

it.each(Object.entries(routes))(
  'the route table loads %s from the file of its name',
  async (name, { load }) => {
    const file: { default: unknown } = await import(resolve(`functions/${name}.ts`));

    expect((await load()).default).toBe(file.default);
  },
);

it('every file of functions/ is an endpoint with a row, a worker, or an imported helper', () => {
  const rows = [...Object.keys(routes), ...Object.keys(workers).map(name => `events/${name}`)];
  const used = new Set([...imports.values()].flat());
  const idle = sources.filter(
    file =>
      file.startsWith('functions/') &&
      !used.has(file) &&
      !rows.includes(file.slice('functions/'.length, -'.ts'.length)),
  );

  expect(
    idle.filter(
      file =>
        !/^functions\/(routes\/index|runtime\/(invoke-endpoint|media|not-found|route|trace-event))\.ts$/.test(
          file,
        ),
    ),
  ).toEqual([]);
});
