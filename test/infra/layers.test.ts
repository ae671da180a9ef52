import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { layerFaults, readImports } from '../../infra/dev/lint/imports.ts';
import { LAYERS } from '../../infra/dev/lint/layers.ts';

const root = mkdtempSync(join(tmpdir(), 'layers-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Checks a repository of these files, each with what it says. */
function findFaults(files: Readonly<Record<string, string>>, layers = LAYERS): string[] {
  for (const folder of Object.keys(layers)) mkdirSync(join(root, folder), { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return layerFaults(root, layers);
}

function forbidden(file: string, target: string): string[] {
  return [`${file} imports ${target}, which the table of layers does not allow`];
}

describe('layerFaults()', () => {
  it('finds nothing wrong in this repository', () => {
    expect(layerFaults('.')).toEqual([]);
  });

  it('allows imports from folders that the table names, and from the own folder', () => {
    const files = {
      'shared/store/table.ts': "import { now } from '../core/clock.ts';\nimport './keys.ts';",
      'functions/posts/get.ts': "import { readPost } from '../../shared/posts/read.ts';",
      'functions/routes/posts.ts': "export const load = () => import('../posts/get.ts');",
      'infra/tools/build.ts': "import { bundle } from '../bundle/bundle.ts';",
      'infra/pages/desk.ts': "import { createClient } from '../client/source/index.ts';",
    };
    expect(findFaults(files)).toEqual([]);
  });

  it.each([
    ['shared/core/clock.ts', 'shared/store/table.ts'],
    ['shared/posts/read.ts', 'shared/publishing/save.ts'],
    ['shared/posts/read.ts', 'functions/posts/get.ts'],
    ['shared/posts/read.ts', 'infra/tools/check.ts'],
    ['functions/posts/get.ts', 'infra/tools/check.ts'],
    ['functions/posts/get.ts', 'functions/drafts/get.ts'],
    ['infra/client/source/client.ts', 'functions/posts/get.ts'],
    ['infra/client/source/client.ts', 'infra/client/bundle.ts'],
    ['infra/tools/check.ts', 'test/support/event.ts'],
  ])('reports the import in %s of %s', (file, target) => {
    const up = '../'.repeat(file.split('/').length - 1);

    expect(findFaults({ [file]: `import { a } from '${up}${target}';` })).toEqual(forbidden(file, target));
  });

  it.each([
    "import type { A } from '../store/a.ts';",
    "export * from '../store/a.ts';",
    "export const load = () => import('../store/a.ts');",
    "export type A = import('../store/a.ts').A;",
  ])('reports every way to import: %s', text => {
    expect(findFaults({ 'shared/core/a.ts': text })).toEqual(
      forbidden('shared/core/a.ts', 'shared/store/a.ts'),
    );
  });

  it('reports a folder that has no row', () => {
    expect(findFaults({ 'shared/new/a.ts': '' })).toEqual([
      'shared/new/a.ts is in a folder without a row in the table of layers',
    ]);
  });

  it('reports a row that names a folder below it', () => {
    const layers = { shared: { core: 'store', store: '' }, functions: { '*': 'shared' } };

    expect(findFaults({}, layers)).toEqual(['shared/core may import shared/store, which is not above it']);
  });

  it('reports a cycle of files', () => {
    const files = {
      'shared/core/a.ts': "import { b } from './b.ts';",
      'shared/core/b.ts': "import type { C } from './c.ts';",
      'shared/core/c.ts': "import { a } from './a.ts';",
    };
    expect(findFaults(files)).toEqual(['shared/core has a cycle: a.ts > b.ts > c.ts > a.ts']);
  });

  it('reports a cycle of folders whose files form none', () => {
    const files = {
      'infra/local/s3/put.ts': "import '../dynamodb/size.ts';",
      'infra/local/s3/size.ts': '',
      'infra/local/dynamodb/put.ts': "import '../s3/size.ts';",
      'infra/local/dynamodb/size.ts': '',
    };
    expect(findFaults(files)).toEqual(['infra/local has a cycle: dynamodb > s3 > dynamodb']);
  });
});

describe('readImports()', () => {
  it('reads the imports of this repository as files that exist', () => {
    const imports = readImports('.', Object.keys(LAYERS));

    expect(imports.get('functions/posts/get.ts')).toContain('shared/posts/read.ts');
    expect([...imports.values()].flat().filter(file => !existsSync(file))).toEqual([]);
  });
});
