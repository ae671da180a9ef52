import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { Conflict } from '../../shared/platform/core/errors.ts';
import { configureSite, parseSite } from '../../shared/platform/site/site.ts';
import { findByPath } from '../../shared/posts/listing/by-path.ts';
import { buildPath } from '../../shared/posts/paths/permalink.ts';
import type { Post } from '../../shared/posts/record/post.ts';
import { readPost } from '../../shared/posts/record/read.ts';
import { editPost, type Edit } from '../../shared/posts/publishing/edit.ts';
import { removePost } from '../../shared/posts/publishing/remove.ts';
import { readSections } from '../../shared/taxonomy/sections/read.ts';
import { ADMIN, makePost, useEngines } from '../support/aws/engines.ts';
import { rounds } from '../support/run/rounds.ts';

useEngines();
beforeAll(() => configureSite(parseSite({ features: { pageList: true } })));

const NAMES = ['a', 'b'];
const POSTS = 2;
const pick = fc.nat(POSTS - 1);
const name = fc.constantFrom(...NAMES);
const draw = fc.oneof(
  fc.record({ do: fc.constant('name' as const), pick, name }),
  fc.record({ do: fc.constant('page' as const), pick, name: fc.option(name) }),
  fc.record({ do: fc.constantFrom('toggle' as const, 'remove' as const), pick, name }),
);
type Draw = typeof draw extends fc.Arbitrary<infer D> ? D : never;

let run = 0;

/** The path of a name in this run: those of other runs must not meet it. */
function makePath(of: string): string {
  return `/${of}-${run}`;
}

async function apply(id: number, drawn: Draw): Promise<void> {
  const { status } = (await readPost(id, { consistent: true })).value;
  const family = status === 'published' ? 'posts' : 'drafts';
  const edit = (fields: object, action?: Edit['action']) =>
    editPost(id, { family, input: fields, action, ifMatch: undefined }, ADMIN);
  if (status === 'removed')
    await editPost(id, { family: 'posts', input: {}, action: 'restore', ifMatch: undefined }, ADMIN);
  else if (drawn.do === 'remove') await removePost(id, family, ADMIN, undefined);
  else if (drawn.do === 'toggle') await edit({}, status === 'published' ? 'unpublish' : 'publish');
  else if (drawn.do === 'name') await edit({ manual_basename: makePath(drawn.name).slice(1) });
  else await edit({ page_list: drawn.name === null ? [] : [{ view: 'web', path: makePath(drawn.name) }] });
}

/** What is known of paths: where each published post is, and which posts left each path, the last one first. */
interface World {
  at: Map<number, string>;
  left: Map<string, readonly number[]>;
}

/** A published post keeps its path: a change that would give it to another one is refused, and changes nothing. */
async function applyIfFree({ at }: World, id: number, drawn: Draw): Promise<void> {
  try {
    await apply(id, drawn);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    const others = [...at].filter(([other]) => other !== id);
    const texts = others.map(([other, path]) => `the path ${path} belongs to the published post ${other}`);
    expect(texts.some(text => error.message.includes(text))).toBe(true);
  }
}

async function note({ at, left }: World, id: number): Promise<void> {
  const { value } = await readPost(id, { consistent: true });
  const before = at.get(id);
  const now = value.status === 'published' ? buildPath(value, await readSections()) : undefined;
  if (before === now) return;
  if (before !== undefined) left.set(before, [id, ...(left.get(before) ?? []).filter(other => other !== id)]);
  if (now === undefined) at.delete(id);
  else at.set(id, now);
}

/** The post at the path, else the way to the published one that left it last, or that has its basename if none left it. */
function expected({ at, left }: World, path: string, posts: readonly Post['value'][]): unknown {
  const living = [...at].flatMap(([id, taken]) => (taken === path ? [id] : []));
  if (living.length > 0) return living[0];
  const named = posts.find(post => post.status !== 'removed' && `/${post.basename}` === path);
  const former = left.get(path) ?? (named ? [named.id] : []);
  const [found] = former.filter(id => at.has(id));
  return found === undefined ? undefined : `→ ${at.get(found)}`;
}

async function found(path: string): Promise<unknown> {
  const answer = await findByPath(path, ADMIN);
  if (!answer) return undefined;
  return 'post' in answer ? answer.post.value.id : `→ ${answer.moved.slug}`;
}

it('findByPath() agrees with a model of who has and had each path', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(draw, { minLength: 10, maxLength: 20 }), async draws => {
      run++;
      const world: World = { at: new Map(), left: new Map() };
      const made = await Promise.all(Array.from({ length: POSTS }, () => makePost()));
      const ids = made.map(({ value }) => value.id);
      for (const id of ids) await note(world, id);
      for (const drawn of draws) {
        await applyIfFree(world, ids[drawn.pick]!, drawn);
        await note(world, ids[drawn.pick]!);
        const posts = await Promise.all(
          ids.map(async id => (await readPost(id, { consistent: true })).value),
        );
        for (const path of NAMES.map(makePath))
          expect([path, await found(path)]).toEqual([path, expected(world, path, posts)]);
      }
    }),
    { numRuns: rounds(4, 60) },
  );
});
