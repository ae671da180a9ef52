import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
      'shared/platform/store/table.ts': "import { now } from '../core/clock.ts';\nimport './keys.ts';",
      'functions/posts/get.ts': "import { readPost } from '../../shared/posts/record/read.ts';",
      'functions/routes/posts.ts': "export const load = () => import('../posts/get.ts');",
      'infra/dev/build.ts': "import { bundle } from '../bundle/bundle.ts';",
      'infra/sites/desk.ts': "import { createClient } from '../client/source/index.ts';",
    };
    expect(findFaults(files)).toEqual([]);
  });

  it.each([
    ['shared/platform/core/clock.ts', 'shared/library/media/kinds.ts'],
    ['shared/library/dam/present.ts', 'shared/people/authors/record.ts'],
    ['shared/posts/publishing/save.ts', 'shared/feeds/feed.ts'],
    ['shared/posts/record/read.ts', 'functions/posts/get.ts'],
    ['shared/posts/record/read.ts', 'infra/dev/check.ts'],
    ['functions/posts/get.ts', 'infra/dev/check.ts'],
    ['functions/posts/get.ts', 'functions/drafts/get.ts'],
    ['infra/client/source/client.ts', 'functions/posts/get.ts'],
    ['infra/client/source/client.ts', 'infra/client/bundle.ts'],
    ['infra/dev/check.ts', 'test/support/web/event.ts'],
  ])('reports the import in %s of %s', (file, target) => {
    const up = '../'.repeat(file.split('/').length - 1);

    expect(findFaults({ [file]: `import { a } from '${up}${target}';` })).toEqual(forbidden(file, target));
  });

  it.each([
    "import type { A } from '../library/a.ts';",
    "export * from '../library/a.ts';",
    "export const load = () => import('../library/a.ts');",
    "export type A = import('../library/a.ts').A;",
  ])('reports every way to import: %s', text => {
    expect(findFaults({ 'shared/platform/a.ts': text })).toEqual(
      forbidden('shared/platform/a.ts', 'shared/library/a.ts'),
    );
  });

  it('reports a folder that has no row', () => {
    expect(findFaults({ 'shared/new/a.ts': '' })).toEqual([
      'shared/new/a.ts is in a folder without a row in the table of layers',
    ]);
  });

  it('reports a row that names a folder below it', () => {
    const layers = { shared: { platform: 'posts', posts: '' }, functions: { '*': 'shared' } };

    expect(findFaults({}, layers)).toEqual([
      'shared/platform may import shared/posts, which is not above it',
    ]);
  });

  it('reports a cycle of files', () => {
    const files = {
      'shared/platform/a.ts': "import { b } from './b.ts';",
      'shared/platform/b.ts': "import type { C } from './c.ts';",
      'shared/platform/c.ts': "import { a } from './a.ts';",
    };
    expect(findFaults(files)).toEqual(['shared/platform has a cycle: a.ts > b.ts > c.ts > a.ts']);
  });

  it('reports a cycle of folders whose files form none', () => {
    const files = {
      'infra/aws-local/s3/put.ts': "import '../dynamodb/size.ts';",
      'infra/aws-local/s3/size.ts': '',
      'infra/aws-local/dynamodb/put.ts': "import '../s3/size.ts';",
      'infra/aws-local/dynamodb/size.ts': '',
    };
    expect(findFaults(files)).toEqual(['infra/aws-local has a cycle: dynamodb > s3 > dynamodb']);
  });
});

describe('folders', () => {
  it('hold at most 20 files each', () => {
    const counts = new Map<string, number>();
    for (const top of ['shared', 'functions', 'infra', 'test'])
      for (const entry of readdirSync(top, { recursive: true, withFileTypes: true }))
        if (entry.isFile() && !/node_modules|peers\/projects/.test(entry.parentPath))
          counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1);

    expect([...counts].filter(([, files]) => files > 20)).toEqual([]);
  });

  it.each(readdirSync('shared').filter(name => !name.endsWith('.md')))(
    'shared/README.md says what shared/%s is',
    room => {
      expect(readFileSync('shared/README.md', 'utf8')).toContain(`\n| \`${room}\` | `);
    },
  );
});

describe('readImports()', () => {
  it('reads the imports of this repository as files that exist', () => {
    const imports = readImports('.', Object.keys(LAYERS));

    expect(imports.get('functions/posts/get.ts')).toContain('shared/posts/record/read.ts');
    expect([...imports.values()].flat().filter(file => !existsSync(file))).toEqual([]);
  });
});
