import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecipe } from '../../infra/dev/new/recipe.ts';
import { eventually, type Api } from '../support/api/api.ts';
import { ProjectCopy } from '../support/processes/project-copy.ts';
import { Service } from '../support/processes/service.ts';
import { ok } from '../support/resources/posts.ts';
import { RUNS_IN_FULL } from '../support/run/rounds.ts';

const PASSED = { code: 0 };
const TYPES = 'node node_modules/typescript-native/bin/tsc --checkers 2';

let copy: ProjectCopy;

/** Gives each recipe a copy of its own. */
function useCopy(): void {
  beforeAll(async () => {
    copy = await ProjectCopy.make();
  });
  afterAll(() => copy.remove());
}

function readCode(section: string, language: string): string[] {
  return readRecipe(section).flatMap(block => (block.language === language ? block.code : []));
}

async function applyRecipe(section: string): Promise<void> {
  for (const diff of readCode(section, 'diff')) await copy.apply(diff);
}

/** Runs the command lines of a recipe, one after the other. */
async function runRecipe(section: string, isWanted: (line: string) => boolean = () => true): Promise<void> {
  const lines = readCode(section, 'sh').flatMap(code => code.trim().split('\n'));
  for (const line of lines.filter(isWanted)) {
    const results = await copy.run(line);
    expect(results, `${line}\n${results.printed}`).toMatchObject(PASSED);
    if (line.startsWith('npx vitest')) expect(results.printed).not.toContain('No test files found');
  }
}

describe('the recipe “Add a field”', () => {
  useCopy();

  it('passes the tests that it names, and compiles', async () => {
    await applyRecipe('Add a field');

    await runRecipe('Add a field');

    if (RUNS_IN_FULL) expect(await copy.run(TYPES)).toMatchObject(PASSED);
  });
});

describe('the recipe “Change what search finds”', () => {
  useCopy();

  const DATA_DIR = 'data';

  async function findIds(api: Api, phrase: string): Promise<number[]> {
    const posts = await ok(api.get('/posts/search', { query: { phrase, include_fields: 'id' } }));
    return posts.map(({ id }: { id: number }) => id);
  }

  it('finds the new field of an older post after npm run reindex, and after an edit of only that field', async () => {
    const dir = join(copy.path, DATA_DIR);
    const before = new Service({ DATA_DIR: dir });
    const { id } = await ok(
      (await before.api(dir)).post('/posts', { headline: 'Sweets', photo_caption: 'Fondant' }),
    );
    await before.end('SIGTERM');

    await applyRecipe('Change what search finds');
    await runRecipe('Change what search finds');
    const reindexed = await copy.run(`npm run reindex -- --data-dir ${DATA_DIR}`);
    const after = new Service({ DATA_DIR: dir }, copy.path);
    try {
      const api = await after.api(dir);

      expect(reindexed.printed).toContain('Indexed posts: 1.');
      expect(await findIds(api, 'fondant')).toEqual([id]);
      await ok(api.put(`/posts/${id}`, { photo_caption: 'Fudge' }));
      expect(
        await eventually(
          () => findIds(api, 'fudge'),
          ids => ids.length > 0,
        ),
      ).toEqual([id]);
      expect(await findIds(api, 'fondant')).toEqual([]);
    } finally {
      await after.end('SIGTERM');
    }
  });
});

/** What the recipe promises of the client and of the policies. */
const PROMISES = `import { expect, it } from 'vitest';
import { createClient } from '../../../infra/client/source/index.ts';
import { routes } from '../../../functions/routes/index.ts';
import { buildStatements } from '../../../infra/stack/policies.ts';

const resources: any = { table: { arn: 'table' } };

it('a function may write the partitions of newsletters and no others', () => {
  for (const name of ['newsletters/create', 'newsletters/edit', 'newsletters/delete'] as const) {
    const statements = buildStatements(routes[name].grants, resources);
    expect(statements.filter(({ actions }) => actions.includes('dynamodb:PutItem'))).toEqual([
      {
        actions: ['dynamodb:PutItem', 'dynamodb:DeleteItem'],
        resource: 'table',
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['NEWSLETTER#*', 'T#newsletters'] } },
      },
    ]);
  }
});

it('the client has methods for newsletters', async () => {
  const sent: string[] = [];
  const send: typeof fetch = (url, init) => {
    const request = new Request(url, init);
    sent.push(\`\${request.method} \${request.url}\`);
    return Promise.resolve(Response.json({ id: 5, title: 'A', description: '', created_ts: 0 }));
  };
  const client = createClient({ url: 'https://api.example', key: 'k', fetch: send });
  const { title } = await client.newsletters.create({ body: { title: 'A' } });
  expect(title satisfies string).toBe('A');
  expect(sent).toEqual(['POST https://api.example/api/1.3/newsletters']);
});
`;

describe('the recipe “Add a resource”', () => {
  useCopy();

  it('makes a resource that passes the checks and the tests of all resources', async () => {
    expect(await copy.run('npm run new -- resource newsletters')).toMatchObject(PASSED);
    await applyRecipe('Add a resource');
    const promises = 'test/unit/client/newsletters.test.ts';
    await writeFile(join(copy.path, promises), PROMISES);

    // All checks take minutes of CI; the compiler takes the fewest.
    await runRecipe('Add a resource', line => RUNS_IN_FULL || line !== 'npm run check');

    expect(await copy.run(TYPES)).toMatchObject(PASSED);
    const results = await copy.run(`npx vitest run ${promises}`);
    expect(results, results.printed).toMatchObject(PASSED);
  });

  it('names a resource in at most eight files of the project besides its own', () => {
    const changed = readCode('Add a resource', 'diff').flatMap(diff => diff.match(/^--- a\/.*$/gm));

    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThanOrEqual(8);
  });
});
