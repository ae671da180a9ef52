import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { describeIssues } from '../../../../shared/platform/core/faults.ts';
import { configureSite, parseSite } from '../../../../shared/platform/site/site.ts';
import {
  DraftCreateInput,
  DraftEditInput,
  PostCreateInput,
  PostEditInput,
} from '../../../../shared/posts/record/input.ts';

afterEach(() => configureSite(parseSite({})));

/** @returns the parsed input, or the faults */
function parse(schema: v.GenericSchema, input: object): unknown {
  const { success, output, issues } = v.safeParse(schema, input);
  return success ? output : describeIssues(issues);
}

function edit(input: object): unknown {
  return parse(DraftEditInput, input);
}

describe('schema of an edit', () => {
  it.each<[string, unknown, unknown?]>([
    ['headline', 'A headline'],
    ['body', '<p>😀</p>'],
    ['listicle', { items: [{ headline: 'One', image_id: 3 }] }],
    ['subheadline', 'A subheadline'],
    ['image_external', ''],
    ['image_size', '640x480'],
    ['type', 'video'],
    ['tags', ['a', 'b']],
    ['badges', [1, '2'], [1, 2]],
    ['image_id', 3],
    ['embargo_ts', null],
    ['partnernews_article', true],
    ['manual_image_crops', { '1x1': { top: 1, left: 2, height: 3, width: 4, imgWidth: 5, imgHeight: 6 } }],
    ['product', { name: 'Lamp', rating: 5 }],
    ['roar_specific_data', { keep_reading_hide_word_count: true, own: [1] }],
    ['sections', [0, 7, 'News']],
    ['primary_section', 'News'],
    ['roar_author_ids', [5, '6'], [5, 6]],
    ['roar_author_ids', '', []],
    ['roar_author_ids', null],
  ])('parses %s as %j', (name, value, parsed = value) => {
    expect(edit({ [name]: value })).toEqual({ [name]: parsed });
  });

  it.each<[string, unknown]>([
    ['headline: must not be empty', ' '],
    ['subheadline: must have at most 5000 characters', 'x'.repeat(5001)],
    ['image_external: must be an http(s) URL', 'ftp://a'],
    ['image_size: must be <width>x<height>', '640'],
    ['tags: must have at most 100 items', Array(101).fill('a')],
    ['tags.0: must have at most 200 characters', ['x'.repeat(201)]],
    ['badges: must have at most 20 items', Array(21).fill(1)],
    ['image_id: must be an id: an integer from 0 to 2^53-1', -1],
    ['embargo_ts: must be Unix seconds, an integer', 1.5],
    ['partnernews_article: must be true or false', 1],
    ['product.rating: must be from 0 to 5', { rating: 6 }],
    ['product.price: must not be negative', { price: -1 }],
    [
      'roar_specific_data.keep_reading_hide_word_count: must be true or false',
      { keep_reading_hide_word_count: 1 },
    ],
    ['sections.0: must be a section: its id, title or url', [-1]],
    ['primary_section: must be a section: its id, title or url', 1.5],
    ['roar_author_ids: must be an array', 'Ada'],
    ['listicle.settings.layout_type: must be 1 (regular) or 2 (slideshow)', { settings: { layout_type: 3 } }],
    ['action: must be one of publish, restore', 'unpublish'],
    ['listicle.items: must have at most 500 items', { items: Array(501).fill({}) }],
  ])('throws the fault “%s”', (fault, value) => {
    const [name = ''] = fault.split(/[.:]/);
    expect(edit({ [name]: value })).toEqual([fault]);
  });

  it('leaves out what is null inside of a field', () => {
    const listicle = { items: [{ headline: null, image_id: null }], settings: null };
    expect(edit({ product: { name: null, price: 1 }, listicle })).toStrictEqual({
      product: { price: 1 },
      listicle: { items: [{ image_id: null }] },
    });
  });

  it('accepts the post types of the site and refuses others', () => {
    configureSite(parseSite({ postTypes: ['page', 'recipe'] }));
    expect(edit({ type: 'recipe' })).toEqual({ type: 'recipe' });
    expect(edit({ type: 'video' })).toEqual(['type: must be one of page, recipe']);
  });

  it('ignores a page list while the site has none', () => {
    const [page_list, wrong] = [[{ view: 'web', path: '/a' }], [{ view: 'app', path: '/a' }]];
    expect([edit({ page_list }), edit({ page_list: 7 })]).toEqual([{}, {}]);
    configureSite(parseSite({ features: { pageList: true } }));
    expect(edit({ page_list })).toEqual({ page_list });
    expect(edit({ page_list: wrong })).toEqual(['page_list.0.view: must be web']);
  });
});

describe('field action', () => {
  it.each([
    ['a new draft', DraftCreateInput, []],
    ['a draft', DraftEditInput, ['publish', 'restore']],
    ['a new post', PostCreateInput, ['publish']],
    ['a post', PostEditInput, ['unpublish', 'restore']],
  ])('accepts exactly the actions that are allowed on %s', (_name, schema, actions) => {
    const isTaken = (action: string) =>
      expect.objectContaining({ action }).asymmetricMatch(parse(schema, { headline: 'x', action }));
    expect(['publish', 'unpublish', 'restore'].filter(isTaken).sort()).toEqual([...actions].sort());
  });
});

it('PostCreateInput requires a headline and accepts the id of the post at its provider', () => {
  expect(parse(PostCreateInput, {})).toEqual(['headline: is required']);
  for (const schema of [PostCreateInput, DraftCreateInput])
    expect(parse(schema, { headline: 'x', provider_post_id: 'y' })).toEqual({
      headline: 'x',
      provider_post_id: 'y',
    });
  expect(edit({ provider_post_id: 'y' })).toEqual({});
});

it('PostEditInput keeps updated_ts only on request', () => {
  const kept = (value: unknown) => parse(PostEditInput, { prevent_modifying_updated_ts: value });
  expect([kept(undefined), kept(1), kept(0)]).toEqual(
    [false, true, false].map(prevent_modifying_updated_ts => ({ prevent_modifying_updated_ts })),
  );
  expect(kept(true)).toEqual(['prevent_modifying_updated_ts: must be 0 or 1']);
});
