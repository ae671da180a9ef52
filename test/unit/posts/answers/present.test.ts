import { beforeAll, describe, expect, it } from 'vitest';
import { Authors } from '../../../../shared/people/authors/record.ts';
import { Badges } from '../../../../shared/taxonomy/badges/record.ts';
import { ANONYMOUS } from '../../../../shared/platform/http/caller.ts';
import { Images } from '../../../../shared/library/images/record.ts';
import { presentPost } from '../../../../shared/posts/answers/present.ts';
import type { PostRecord } from '../../../../shared/posts/record/record.ts';
import { recordItem } from '../../../../shared/platform/store/records/record.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { authorRecord } from '../../../support/records/author-record.ts';
import { badgeRecord } from '../../../support/records/badge-record.ts';
import { ADMIN, useEngines } from '../../../support/aws/engines.ts';
import { imageRecord } from '../../../support/records/media-records.ts';
import { postRecord } from '../../../support/records/post-record.ts';

useEngines();

/** Ids that no other test of the process puts into the caches of records. */
const [AUTHOR, UNKNOWN_AUTHOR, PHOTO, LEAD, BADGE, DELETED_BADGE, SMALL] = [
  880_001, 880_002, 880_003, 880_004, 880_005, 880_006, 880_007,
] as const;

beforeAll(async () => {
  const author = authorRecord({ id: AUTHOR, about_html: '<b>Writes</b>', image_id: PHOTO });
  await new Transaction()
    .put(recordItem(Authors.key(AUTHOR), 1, author))
    .put(recordItem(Images.key(PHOTO), 1, imageRecord({ id: PHOTO })))
    .put(recordItem(Images.key(LEAD), 1, imageRecord({ id: LEAD })))
    .put(recordItem(Images.key(SMALL), 1, imageRecord({ id: SMALL, width: 400, height: 300 })))
    .put(recordItem(Badges.key(BADGE), 1, badgeRecord({ id: BADGE, image_id: LEAD })))
    .commit();
});

function present(fields: Partial<PostRecord> = {}, options = {}) {
  const value = postRecord({ status: 'published', ...fields });
  const stats = { page_views: 12, likes: 3 };
  const post = { value, version: 1, stats, object: null, content: null };
  return presentPost(post, { draftUrl: false, ...options });
}

describe('presentPost()', () => {
  it('shows the authors that exist, and names the first', async () => {
    const answer = await present({ roar_author_ids: [UNKNOWN_AUTHOR, AUTHOR] });
    expect(answer).toMatchObject({
      roar_author_ids: [UNKNOWN_AUTHOR, AUTHOR],
      author_id: UNKNOWN_AUTHOR,
      author_name: 'ada',
      author_title: 'Ada Byron',
    });
    expect(answer.roar_authors).toEqual([
      {
        id: AUTHOR,
        name: 'ada',
        title: 'Ada Byron',
        avatar: expect.stringContaining(`/images/${PHOTO}/original/`),
        avatar_small: expect.stringContaining(`/images/${PHOTO}/d/300x.`),
        profile_href: expect.stringMatching(/\/u\/ada\/$/),
        about_html: '<b>Writes</b>',
      },
    ]);
  });

  it('answers empty author names for a post without a known author', async () => {
    const nameless = { roar_authors: [], author_name: '', author_title: '' };
    expect(await present({ roar_author_ids: [UNKNOWN_AUTHOR] })).toMatchObject({
      ...nameless,
      author_id: UNKNOWN_AUTHOR,
    });
    expect(await present({ roar_author_ids: [] })).toMatchObject({ ...nameless, author_id: null });
  });

  it('shows the badges that exist, with their images', async () => {
    const { badges_details, badges } = await present({ badges: [DELETED_BADGE, BADGE] });
    expect(badges).toEqual([DELETED_BADGE, BADGE]);
    expect(badges_details).toEqual([
      expect.objectContaining({ id: BADGE, image: expect.stringContaining(`/images/${LEAD}/d/210x.jpg`) }),
    ]);
  });

  it('shows the lead image in six sizes, or else the external one', async () => {
    const { image, image_info, type } = await present({
      image_id: LEAD,
      image_external: 'https://x.test/y.jpg',
    });
    expect(Object.keys(image_info).sort()).toEqual(['210x', '300x', '35x35', '600x', '980x', 'origin']);
    expect([image, type]).toEqual([image_info.origin, 'image']);
    const external = await present({ image_external: 'https://x.test/y.jpg' });
    const nothing = { image_info: {}, image_dimensions: {}, image_alt: '' };
    expect(external).toMatchObject({ image: 'https://x.test/y.jpg', ...nothing, type: 'image' });
    expect(await present()).toMatchObject({ image: null, image_info: {}, type: 'page' });
  });

  it('tells the text of the lead image, and the true dimensions of its sizes', async () => {
    const { image_alt, image_info, image_dimensions } = await present({ image_id: SMALL });

    expect(image_alt).toBe('A bridge');
    expect(Object.keys(image_dimensions).sort()).toEqual(Object.keys(image_info).sort());
    expect(image_dimensions).toMatchObject({
      origin: { width: 400, height: 300 },
      '210x': { width: 210, height: 158 },
      '980x': { width: 400, height: 300 },
      '35x35': { width: 35, height: 35 },
    });
  });

  it('counts views, likes and the seconds of reading at 240 words a minute', async () => {
    expect(await present({ words_count: 241 })).toMatchObject({
      words_count: 241,
      time_to_read: { in_seconds: 61 },
      stats: { page_views_count: 12 },
      likes: { count: 3 },
    });
  });

  it('answers dates in words, and no page list when the site has none', async () => {
    const page_list = [{ view: 'web' as const, path: '/own' }];
    expect(await present({ created_ts: 86_400, inserted_ts: 0, page_list })).toMatchObject({
      formated_full_created_ts: expect.stringMatching(/January 2/),
      inserted_date: '01/01/1970',
      page_list: [],
    });
  });

  it('answers the address of a draft’s preview only on request', async () => {
    const { post_url, draft_url } = await present();
    expect(draft_url).toBeUndefined();
    expect((await present({}, { draftUrl: true })).draft_url).toBe(`${post_url}?draft=1`);
  });

  it('hides internal tags from a caller without a key', async () => {
    const fields = { tags: ['news', '*desk'], primary_tag: '*desk' };
    const shown = { tags: ['news', '*desk'], primary_tag: '*desk', public_tags: ['news'] };
    expect(await present(fields)).toMatchObject(shown);
    expect(await present(fields, { caller: ADMIN })).toMatchObject(shown);
    expect(await present(fields, { caller: ANONYMOUS })).toMatchObject({ tags: ['news'], primary_tag: '' });
  });
});
