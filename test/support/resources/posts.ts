import { expect } from 'vitest';
import { nowMs } from '../../../shared/platform/core/clock.ts';
import { restoreBadge } from '../../../shared/taxonomy/badges/write.ts';
import { Images } from '../../../shared/library/images/record.ts';
import { badgeRecord } from '../records/badge-record.ts';
import { imageRecord, plant } from '../records/media-records.ts';
import type { Api, Call, Reply } from '../api/api.ts';

export const anId = expect.any(Number);
export const aText = expect.any(String);

const STARTED_MS = Date.now();

/** True for a time, in seconds since 1970, since this file began, also when its test has moved the clock up to a minute ahead. */
export function isRecent(ts: number): boolean {
  return ts >= Math.floor(STARTED_MS / 1000) && ts <= Math.max(Date.now(), nowMs()) / 1000 + 60;
}

/** Whole seconds since 1970, since this file began. */
export const recently = expect.toSatisfy(
  (ts: unknown) => Number.isInteger(ts) && isRecent(Number(ts)),
  'a timestamp since the beginning of this file',
);

/** The full response for a post created from only a headline; `given` are the fields that differ. */
export function postAnswer(given: object = {}): object {
  return {
    id: anId,
    status: 'published',
    headline: aText,
    body: '',
    listicle: {},
    manual_basename: '',
    basename: expect.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    post_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4000\/[a-z0-9-]+$/),
    slug: expect.stringMatching(/^\/[a-z0-9-]+$/),
    subheadline: '',
    description: '',
    type: 'page',
    tags: [],
    public_tags: [],
    primary_tag: '',
    sections: [],
    auto_sections: [],
    primary_section: null,
    is_private: false,
    badges: [],
    badges_details: [],
    page_title: '',
    meta_description: '',
    og_title: '',
    og_description: '',
    image: null,
    image_info: {},
    image_dimensions: {},
    image_alt: '',
    image_id: null,
    image_external: '',
    photo_credit: '',
    photo_caption: '',
    manual_image_crops: {},
    image_size: '',
    teaser_image_id: null,
    teaser_photo_credit: '',
    teaser_photo_caption: '',
    teaser_manual_image_crops: {},
    teaser_image_size: '',
    social_teaser_image_id: null,
    social_teaser_photo_credit: '',
    social_teaser_photo_caption: '',
    social_teaser_manual_image_crops: {},
    media: '',
    video: '',
    product: null,
    layout_name: '',
    ee_layout_name: '',
    roar_author_ids: [anId],
    roar_authors: [
      {
        id: anId,
        name: 'admin',
        title: aText,
        avatar: expect.stringMatching(/^http/),
        avatar_small: expect.stringMatching(/^http/),
        profile_href: expect.stringMatching(/\/u\/admin\/$/),
        about_html: '',
      },
    ],
    author_id: anId,
    author_name: 'admin',
    author_title: aText,
    roar_specific_data: {},
    page_list: [],
    created_ts: recently,
    updated_ts: recently,
    inserted_ts: recently,
    last_published_ts: recently,
    scheduled_at: null,
    embargo_ts: null,
    formated_full_created_ts: expect.stringMatching(/^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d{2} [AP]M$/),
    inserted_date: expect.stringMatching(/^\d{2}\/\d{2}\/\d{4}$/),
    partnernews_article: false,
    provider_id: 20,
    provider_post_id: null,
    source_url: '',
    words_count: 0,
    time_to_read: { in_seconds: 0 },
    stats: { page_views_count: 0 },
    likes: { count: 0 },
    ...given,
  };
}

/** As `postAnswer`, for a draft under /drafts. */
export function draftAnswer(given: object = {}): object {
  return postAnswer({
    status: 'draft',
    draft_url: expect.stringMatching(/\/[a-z0-9-]+\?draft=1$/),
    last_published_ts: null,
    ...given,
  });
}

/** The whole error body. */
export function errorAnswer(code: string, ...messages: unknown[]): object {
  return {
    status: { code, messages },
    data: null,
  };
}

/** @returns the body of a reply with status 200. @throws for every other status. */
export async function ok(reply: Promise<Reply>): Promise<any> {
  const { status, body } = await reply;
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

export function makeDraft(api: Api, fields: object = {}, call?: Call): Promise<any> {
  return ok(api.post('/drafts', { headline: 'A draft', ...fields }, call));
}

export function makePost(api: Api, fields: object = {}, call?: Call): Promise<any> {
  return ok(api.post('/posts', { headline: 'A post', ...fields }, call));
}

let sections = 0;

/** Creates a public section; title and url are generated unless given. */
export async function makeSection(api: Api, fields: object = {}): Promise<any> {
  const number = ++sections;
  const made = { title: `Section ${number}`, url: `section-${number}`, status: 2, ...fields };
  return await ok(api.post('/sections', made));
}

/** Writes image and badge records directly into the table, so that posts can refer to them. */
export async function plantReferences({ images = [], badges = [] }: Record<string, number[]>): Promise<void> {
  await plant(
    images.map(id => imageRecord({ id })),
    Images.key,
  );
  for (const id of badges) await restoreBadge(badgeRecord({ id }));
}

/** The ids of a list, in its order. */
export async function fetchIds(api: Api, path: string, call?: Call): Promise<number[]> {
  const posts: { id: number }[] = await ok(api.get(path, call));
  return posts.map(post => post.id);
}

/** The path of the Link header's "next", if there is one. */
export function readNext({ headers }: Reply): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
}
