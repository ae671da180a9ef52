import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { routes } from '../../functions/routes/index.ts';
import { workers } from '../../infra/stack/workers.ts';

const sources = ['shared', 'functions', 'infra'].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.includes('node_modules'))
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
    importer.test(file) ? targets.filter(one => imported.test(one)).map(one => `${file} imports ${one}`) : [],
  );
}

it('this file finds relative imports that exist', () => {
  expect(imports.get('functions/posts/get.ts')).toContain('shared/posts/read.ts');
  expect(imports.get('shared/posts/content.ts')).toContain('shared/files/objects.ts');
  expect([...imports.values()].flat().filter(file => !existsSync(file))).toEqual([]);
});

/** The folders of shared/ with the others that each may import: only folders above it. */
const LAYERS: Readonly<Record<string, string>> = {
  core: '',
  text: 'core',
  store: 'core',
  files: 'core',
  http: 'core',
  media: 'core text store',
  schedule: 'core',
  scraper: 'core http store',
  idempotency: 'core http text store',
  uploads: 'core http store files',
  images: 'core http text store files media uploads',
  documents: 'core http text store files media uploads',
  authors: 'core http text store media images',
  keys: 'core http store authors',
  badges: 'core http text store media images',
  sections: 'core http text store media images',
  follows: 'core http store authors sections',
  posts: 'core http text store files media images authors badges sections',
  likes: 'core http store authors posts',
  views: 'core store posts',
  order: 'core http store sections posts',
  search: 'core http text store media authors posts',
  dam: 'core http text store media authors images documents search',
  webhooks: 'core http store posts',
  rendering: 'http media images documents dam posts',
  listing: 'core http text store sections posts views order search',
  publishing: 'core http text store files media schedule badges sections posts likes order search webhooks',
};

it('imports of shared/ stay within the folders that the table of layers allows', () => {
  const room = (file: string): string => file.split('/')[1]!;
  const wrong = importsFrom(/^shared\//, /./).filter(text => {
    const [importer, imported] = text.split(' imports ') as [string, string];
    const allowed = LAYERS[room(importer)]?.split(' ') ?? [];
    return (
      !imported.startsWith('shared/') ||
      (room(imported) !== room(importer) && !allowed.includes(room(imported)))
    );
  });

  expect(wrong).toEqual([]);
});

it('the table of layers allows no cycle between folders', () => {
  const order = Object.keys(LAYERS);
  const upwards = Object.entries(LAYERS).flatMap(([name, allowed]) =>
    allowed.split(' ').filter(one => one !== '' && order.indexOf(one) >= order.indexOf(name)),
  );

  expect(upwards).toEqual([]);
});

it('functions/ imports nothing of infra/', () => {
  expect(importsFrom(/^functions\//, /^infra\//)).toEqual([]);
});

it('the typed client imports only the route table', () => {
  expect(importsFrom(/^infra\/client\/source\//, /^(?!infra\/client\/source\/)/)).toEqual([
    'infra/client/source/table.ts imports functions/routes/index.ts',
  ]);
});

it('no endpoint imports another endpoint', () => {
  expect(
    importsFrom(
      /^functions\/(?!runtime|routes)[^/]+\//,
      /^functions\/(?!events\/jobs|runtime|routes)[^/]+\//,
    ),
  ).toEqual([]);
});

it('imports between files have no cycle', () => {
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

it('only shared/files/sdk.ts, which the bundler keeps as a lazy chunk, imports the S3 client', () => {
  const importers = [...imports.keys()].filter(
    file => !file.startsWith('infra/local/') && written(file).includes('@aws-sdk/client-s3'),
  );

  expect(importers).toEqual(['shared/files/sdk.ts']);
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
    idle.filter(file => !/^functions\/(routes\/(index|route)|runtime\/not-found)\.ts$/.test(file)),
  ).toEqual([]);
});
