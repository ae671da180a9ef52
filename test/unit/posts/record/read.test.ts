import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { NotFound, Unavailable } from '../../../../shared/platform/core/errors.ts';
import {
  readContents,
  readPacked,
  readPost,
  readPosts,
  readRecord,
} from '../../../../shared/posts/record/read.ts';
import { contentKey, likesKey, postKey, viewsKey } from '../../../../shared/posts/record/record.ts';
import { recordItem } from '../../../../shared/platform/store/records/record.ts';
import { keyText, type Item, type Key } from '../../../../shared/platform/store/table.ts';
import { mockDatabase } from '../../../support/aws/mock-database.ts';
import { usePauses } from '../../../support/aws/pauses.ts';
import { postRecord } from '../../../support/records/post-record.ts';

const database = mockDatabase();
const pauses = usePauses();

/** The items of the table, by key. Ids of posts in `torn` have a content of another version for so many reads. */
const items = new Map<string, Key & Item>();
const torn = new Map<number, number>();
let consistent: unknown[];
let batches: string[][];

function plant(id: number, counters = true): void {
  const content = { ...contentKey(id), content_version: 3, text: `{"body":"Body ${id}","listicle":{}}` };
  const record = recordItem(postKey(id), 5, postRecord({ id, content_version: 3 }));
  const counted = [
    { ...likesKey(id), count: 2 },
    { ...viewsKey(id), count: 40 },
  ];
  for (const item of [{ ...postKey(id), ...record }, content, ...(counters ? counted : [])])
    items.set(keyText(item), item);
}

/** What a read finds at a key. */
function found(key: Key): Item[] {
  const item = items.get(keyText(key));
  if (!item) return [];
  const id = Number(key.pk.slice('POST#'.length));
  const left = torn.get(id) ?? 0;
  if (key.sk !== 'content' || left === 0) return [item];
  torn.set(id, left - 1);
  return [{ ...item, content_version: 2 }];
}

beforeEach(() => {
  items.clear();
  torn.clear();
  [consistent, batches] = [[], []];
  database.on(GetCommand).callsFake(input => {
    consistent.push(input.ConsistentRead);
    return { Item: found(input.Key)[0] };
  });
  database.on(QueryCommand).callsFake(input => {
    consistent.push(input.ConsistentRead);
    const pk = input.ExpressionAttributeValues[':pk'];
    return { Items: ['content', 'likes', 'record', 'views'].flatMap(sk => found({ pk, sk })) };
  });
  database.on(BatchGetCommand).callsFake(({ RequestItems: { table: request } }) => {
    consistent.push(request.ConsistentRead);
    batches.push(request.Keys.map((key: Key) => `${key.pk} ${key.sk}`));
    return { Responses: { table: request.Keys.flatMap(found) } };
  });
});

describe('readPost()', () => {
  it('reads a post with its content and counters by one call', async () => {
    plant(7);
    expect(await readPost(7, { consistent: false })).toEqual({
      value: postRecord({ id: 7, content_version: 3 }),
      version: 5,
      stats: { likes: 2, page_views: 40 },
      object: null,
      content: { body: 'Body 7', listicle: {} },
    });
    expect([consistent, pauses()]).toEqual([[false], []]);
  });

  it('reads again while record and content are of different versions', async () => {
    plant(7, false);
    torn.set(7, 2);
    const { content, stats } = await readPost(7, { consistent: true });
    expect([content?.body, stats]).toEqual(['Body 7', { likes: 0, page_views: 0 }]);
    expect([consistent, pauses()]).toEqual([
      [true, true, true],
      [10, 20],
    ]);
  });

  it('throws Unavailable when they never match', async () => {
    plant(7);
    torn.set(7, Infinity);
    await expect(readPost(7, { consistent: true })).rejects.toThrow(Unavailable);
    expect([consistent.length, pauses().length]).toEqual([6, 5]);
  });

  it('never answers an empty text for one that is lost, and names the post for the log', async () => {
    plant(7);
    items.delete(keyText(contentKey(7)));
    const failure = await readPost(7, { consistent: true }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Unavailable);
    expect(failure).toHaveProperty(
      'cause.message',
      expect.stringMatching(/POST#.*7 do not match.*npm run verify -- --repair/),
    );
    const read = readPosts([7], { content: true, consistent: false });
    await expect(read).rejects.toThrow(Unavailable);
    expect(await readPosts([7], { content: false, consistent: false })).toHaveLength(1);
  });

  it('names the family of an unknown post in its error', async () => {
    await expect(readPost(8, { consistent: true }, 'drafts')).rejects.toThrow(
      'There is no draft with the id 8',
    );
    await expect(readPost(8, { consistent: true })).rejects.toThrow(
      new NotFound('There is no post with the id 8'),
    );
  });
});

describe('readRecord()', () => {
  it('reads only the record, consistently unless told otherwise', async () => {
    plant(7);
    expect(await readRecord(7)).toEqual({ value: postRecord({ id: 7, content_version: 3 }), version: 5 });
    await readRecord(7, { consistent: false });
    await expect(readRecord(8)).rejects.toThrow(new NotFound('There is no post with the id 8'));
    expect(consistent).toEqual([true, false, true]);
  });
});

describe('readPosts()', () => {
  const listBodies = (posts: { content: { body: string } | null }[]) =>
    posts.map(({ content }) => content?.body);

  it('returns posts in the order of the ids, without unknown ones', async () => {
    for (const id of [5, 6, 7]) plant(id);
    const posts = await readPosts([7, 9, 5], { content: true, consistent: true });
    expect(listBodies(posts)).toEqual(['Body 7', 'Body 5']);
    expect(posts.map(({ stats }) => stats.likes)).toEqual([2, 2]);
    expect(consistent).toEqual([true]);
    expect(await readPosts([], { content: true, consistent: true })).toEqual([]);
  });

  it('reads no contents and no counters that are not requested', async () => {
    plant(7);
    const [post] = await readPosts([7], { content: false, stats: false, consistent: false });
    expect(post).toMatchObject({ content: null, stats: { likes: 0, page_views: 0 } });
    await readPosts([7], { content: false, consistent: false });
    await readPosts([7], { content: true, stats: false, consistent: false });
    expect(batches.map(keys => keys.map(key => key.split(' ')[1]))).toEqual([
      ['record'],
      ['record', 'likes', 'views'],
      ['record', 'content'],
    ]);
  });

  it('reads only those again whose record and content are of different versions', async () => {
    for (const id of [5, 6]) plant(id);
    torn.set(6, 1);
    const posts = await readPosts([6, 5], { content: true, stats: false, consistent: true });
    expect(listBodies(posts)).toEqual(['Body 6', 'Body 5']);
    expect(batches[1]).toEqual(['POST#6 record', 'POST#6 content']);
    expect(pauses()).toEqual([20]);
  });

  it('throws Unavailable when they never match', async () => {
    plant(7);
    torn.set(7, Infinity);
    await expect(readPosts([7], { content: true, consistent: true })).rejects.toThrow(Unavailable);
    expect([batches.length, pauses().length]).toEqual([5, 4]);
  });
});

it('readPacked() returns contents as they are stored', async () => {
  plant(7);
  const [post] = await readPacked([7], { consistent: true });
  expect(post?.packed).toEqual(items.get(keyText(contentKey(7))));
  expect(post).not.toHaveProperty('content');
});

describe('readContents()', () => {
  const readWithout = (ids: readonly number[]) =>
    readPacked(ids, { content: false, stats: false, consistent: true });

  it('adds the contents as they are stored, with one call', async () => {
    for (const id of [5, 6]) plant(id);
    const posts = await readWithout([5, 6]);
    batches = [];
    expect((await readContents(posts)).map(({ packed }) => packed?.text)).toEqual([
      '{"body":"Body 5","listicle":{}}',
      '{"body":"Body 6","listicle":{}}',
    ]);
    expect(batches).toHaveLength(1);
  });

  it('throws Unavailable when the content of a post is lost, as lists do', async () => {
    for (const id of [5, 6]) plant(id);
    const posts = await readWithout([5, 6]);
    items.delete(keyText(contentKey(6)));
    await expect(readContents(posts)).rejects.toThrow(Unavailable);
  });
});
