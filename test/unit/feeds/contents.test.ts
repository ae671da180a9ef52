import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { withContents } from '../../../shared/feeds/contents.ts';
import { readPacked } from '../../../shared/posts/record/read.ts';
import { editPost } from '../../../shared/posts/publishing/edit.ts';
import { as, recordCalls } from '../../support/api/calls.ts';
import { ADMIN, makePost, useEngines } from '../../support/aws/engines.ts';

useEngines();

/** Its content is in S3, because it hardly becomes smaller. */
function random(bytes: number): string {
  return randomBytes((bytes * 3) / 4).toString('base64');
}

async function readWithout(ids: readonly number[]) {
  return await readPacked(ids, { content: false, stats: false, consistent: true });
}

async function makeBodies(bodies: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const body of bodies) ids.push((await makePost({ body })).value.id);
  return ids;
}

it('withContents() reads the contents of a feed in steps, at most three from S3, and none of over a megabyte', async () => {
  const bodies = [
    'short',
    random(1_100_000),
    ...[1, 2, 3, 4].map(() => random(120_000)),
    ...Array.from({ length: 30 }, (_, index) => `body ${index}`),
  ];
  const found = await readWithout(await makeBodies(bodies));
  const calls = recordCalls();
  const posts = await as('feed', () => withContents(found));
  const shown = bodies.map((body, index) => (index === 1 || index === 5 ? undefined : body));
  expect(posts.map(({ content }) => content?.body)).toEqual(shown);
  const names = calls.take().flatMap(({ by, name }) => (by === 'feed' ? [name] : []));
  expect(names.filter(name => name === 'GetObjectCommand')).toHaveLength(3);
  expect(names.filter(name => name.startsWith('BatchGet'))).toHaveLength(2);
});

it('withContents() returns no content that a post was given after its record was read', async () => {
  const [id = 0] = await makeBodies(['before']);
  const found = await readWithout([id]);
  const edit = { family: 'posts', input: { body: 'after' }, action: undefined, ifMatch: undefined } as const;
  await editPost(id, edit, ADMIN);
  expect((await withContents(found)).map(({ content }) => content)).toEqual([null]);
});
