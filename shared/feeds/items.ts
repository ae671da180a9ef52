import { hash } from 'node:crypto';
import { ANONYMOUS } from '../platform/http/caller.ts';
import { choosePublicFile, type PublicFile } from '../library/images/public-file.ts';
import { Images } from '../library/images/record.ts';
import type { PostAnswer } from '../posts/record/answer.ts';
import { changedTs } from '../posts/record/modified.ts';
import type { Post } from '../posts/record/post.ts';
import { presentPosts } from '../posts/answers/present.ts';
import { renderSafely } from '../posts/rendering/render-post.ts';
import { site } from '../platform/site/site.ts';
import { toReadable } from './readable.ts';
import { toStoryUrl } from '../platform/text/site-paths.ts';

/** A post in a feed of any format. */
export interface FeedItem {
  id: string;
  url: string;
  title: string;
  summary: string;
  /** The whole text as safe HTML; undefined where the feed shows only the summary. */
  html: string | undefined;
  published: Date;
  updated: Date;
  authors: { name: string; url: string; avatar: string }[];
  tags: string[];
  /** The lead image. */
  enclosure: PublicFile | undefined;
}

/** A post whose body is longer than this, or exceeds what is left of `MAX_BODIES_LENGTH`, appears as a summary only. */
const MAX_BODY_LENGTH = 200_000;
const MAX_BODIES_LENGTH = 2_000_000;

/** Makes the items of public posts, with public data only. An item has the text of its post if the post has its content. */
export async function feedItems(posts: readonly Post[]): Promise<FeedItem[]> {
  const answers = await presentPosts(posts, { draftUrl: false, caller: ANONYMOUS });
  const whole = selectWhole(posts);
  const rendered = await renderSafely(whole);
  const bodies = new Map(whole.map(({ value }, index) => [value.id, toReadable(rendered[index] ?? '')]));
  const images = await Images.known(answers.flatMap(({ image_id }) => image_id ?? []));
  const files = new Map([...images].map(([id, image]) => [id, choosePublicFile(image)]));
  return answers.map(post => ({
    id: toUuid(post),
    url: toStoryUrl(post.post_url),
    title: post.headline,
    summary: post.meta_description || post.subheadline || post.description,
    html: bodies.get(post.id),
    published: new Date(post.created_ts * 1000),
    updated: new Date(changedTs(post) * 1000),
    authors: post.roar_authors.map(({ title, profile_href, avatar }) => ({
      name: title,
      url: profile_href,
      avatar,
    })),
    tags: post.public_tags,
    enclosure: files.get(post.image_id ?? NaN),
  }));
}

/** Selects the posts that the feed shows with their bodies. */
function selectWhole(posts: readonly Post[]): Post[] {
  let room = MAX_BODIES_LENGTH;
  return posts.filter(({ content }) => {
    const { length } = content?.body ?? '';
    const isFitting = length > 0 && length <= Math.min(MAX_BODY_LENGTH, room);
    if (isFitting) room -= length;
    return isFitting;
  });
}

/**
 * Makes an id that stays the same when the post's URL or the site's host changes: a UUID of version 8 (RFC 9562) from the ids of the site and
 * the post. Feed readers show a post with another id as a new one.
 */
function toUuid({ id }: Pick<PostAnswer, 'id'>): string {
  const digest = hash('sha256', `broadsheet ${site().siteId} posts ${id}`, 'hex');
  const variant = (8 + (Number.parseInt(digest[16] ?? '0', 16) % 4)).toString(16);
  return `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
