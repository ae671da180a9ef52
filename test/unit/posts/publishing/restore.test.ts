import { expect, it } from 'vitest';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import type { PostRecord } from '../../../../shared/posts/record/record.ts';
import { viewsKey } from '../../../../shared/posts/record/record.ts';
import { restorePost, type KeptPost } from '../../../../shared/posts/publishing/restore.ts';
import { BasenameTaken } from '../../../../shared/posts/record/posts.ts';
import { SECTION } from '../../../../shared/taxonomy/sections/record.ts';
import { createSection } from '../../../../shared/taxonomy/sections/write.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { findDisagreements } from '../../../support/table/checked-table.ts';
import { makePost, useEngines } from '../../../support/aws/engines.ts';
import { allItems, postsAmong } from '../../../support/table/table.ts';

useEngines();

const CONTENT = { body: '<p>Text</p>', listicle: {} };

/** An exported post under an id of its own. */
async function exported(id: number, fields: Partial<PostRecord>): Promise<KeptPost> {
  const { value } = await makePost({ headline: `Post ${id}`, tags: ['harbour'] });
  const { judged_rev: _rev, content_version: _version, ...post } = value;
  return { ...post, ...fields, id, basename: `restored-${id}` };
}

async function stored(id: number): Promise<PostRecord | undefined> {
  return postsAmong(await allItems()).find(post => post.id === id);
}

it('restorePost() restores a published post with its views, without badges that do not exist any more', async () => {
  const { value: section } = await createSection(SECTION, { title: 'Port', url: 'port', tags: ['harbour'] });
  await restorePost(await exported(7001, { badges: [9] }), CONTENT, 12);
  expect(await stored(7001)).toMatchObject({ status: 'published', badges: [], auto_sections: [section.id] });
  expect(await getItem(viewsKey(7001), { consistent: true })).toMatchObject({ count: 12 });
  expect(await findDisagreements()).toEqual([]);
});

it.each([
  ['keeps the time at which a post was removed', 1_700_000_000],
  ['gives a removed post without that time the current one', null],
])('restorePost() %s', async (_title, removed_ts) => {
  await restorePost(
    await exported(7002 + Number(removed_ts === null), { status: 'removed', removed_ts }),
    CONTENT,
    0,
  );
  const post = await stored(7002 + Number(removed_ts === null));
  expect(post?.status).toBe('removed');
  expect(post?.removed_ts).toBeGreaterThanOrEqual(removed_ts ?? nowTs() - 60);
  expect(await getItem(viewsKey(post!.id), { consistent: true })).toBeUndefined();
  expect(await findDisagreements()).toEqual([]);
});

it('restorePost() refuses a post whose basename belongs to another post', async () => {
  await restorePost(await exported(7010, {}), CONTENT, 0);
  const other = await exported(7011, {});
  await expect(restorePost({ ...other, basename: 'restored-7010' }, CONTENT, 0)).rejects.toBeInstanceOf(
    BasenameTaken,
  );
  expect(await stored(7011)).toBeUndefined();
});
