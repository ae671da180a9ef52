import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi } from '../../../../infra/sites/reference/document.ts';

const run = promisify(execFile);

/** A program written only with the document in hand; `expect-error` marks what its compiler must refuse. */
const PROGRAM = `import type { components, operations, paths } from './api.ts';

type Answer<Name extends keyof operations> = operations[Name] extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
} ? Body : never;
type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Sent } };
} ? Sent : never;
type Query<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Asked } } } ? Asked : never;

export const draft: Body<'draftsCreate'> = { headline: 'A headline', tags: ['one'], image_id: '12', type: null };
// @ts-expect-error a draft has a headline
export const nameless: Body<'draftsCreate'> = { tags: [] };
// @ts-expect-error an action that drafts don't have
export const undone: Body<'draftsEdit'> = { action: 'unpublish' };

export const asked: Query<'/api/1.3/posts'> = { limit: 5, order: 'oldest', tags: ['bridge'], exclude_private: true };
// @ts-expect-error an order that there isn't
export const disordered: Query<'/api/1.3/posts'> = { order: 'sideways' };

export function titles(posts: Answer<'postsList'>): (string | undefined)[] {
  return posts.map(post => post.headline);
}
export const when = ({ scheduled_at }: Answer<'draftsGet'>): number | null => scheduled_at;
export const whose = (key: Answer<'apiKeysCreate'>): string | null => key.key;
export const reason = ({ status }: components['schemas']['Error']): string => \`\${status.code}: \${status.messages.join()}\`;
// @ts-expect-error the answer of an upload may be several images
export const first = (answer: Answer<'imagesCreate'>): number => answer.id;
`;

const CONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'preserve',
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    types: [],
  },
};

describe('types generated from the OpenAPI document', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'client-'));
    const document = structuredClone(await openApi({ site: {} }));
    const types = astToString(await openapiTypescript(JSON.stringify(document)));
    await writeFile(join(folder, 'api.ts'), types);
    await writeFile(join(folder, 'program.ts'), PROGRAM);
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it('allow what the service accepts and refuse what it refuses', async () => {
    const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
    const output = await run(process.execPath, [compiler, '-p', folder]).catch((error: unknown) => error);

    expect(output).toMatchObject({ stdout: '' });
  });
});
