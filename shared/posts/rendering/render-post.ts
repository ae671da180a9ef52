import * as v from 'valibot';
import { Images } from '../../library/images/record.ts';
import { describeImage, type ShownImage } from '../../library/images/shown.ts';
import { readsConsistently, type Caller } from '../../platform/http/caller.ts';
import { queryFlag, safeFields, throwFaults } from '../../platform/http/query.ts';
import type { PostAnswer } from '../record/answer.ts';
import { requireFitting, type Content } from '../record/content.ts';
import { listicleImages, type Listicle, type ShownListicle } from '../record/listicle.ts';
import type { Post } from '../record/post.ts';
import { readSharedImages, renderHead } from './head.ts';
import { makeSafe, markShortcodes, type MarkedText } from './safe-html.ts';
import {
  makeContentSafe,
  readSafeContents,
  readSafeFields,
  withTexts,
  type SafeFields,
} from './safe-post.ts';
import { expandShortcodes, writeVoidElements } from './shortcodes.ts';

/** The query parameters of the endpoints that answer one post. */
export const renderQuery = v.object({
  render: v.optional(v.picklist(['head'], 'must be head')),
  render_shortcodes: v.optional(queryFlag, '0'),
  ...safeFields,
});
export type RenderQuery = v.InferOutput<typeof renderQuery>;

interface Options {
  query: RenderQuery;
  caller: Caller;
}

/**
 * The answer for a post with `head_html` and `body_html`, if they are asked for. With `safe`, its other fields with HTML are safe too and have
 * their shortcodes expanded, except `body`.
 * @throws InvalidInput for `safe` without `render_shortcodes`, because `body` is never sanitized
 */
export async function renderPost(post: Post, answer: PostAnswer, options: Options): Promise<PostAnswer> {
  const [rendered] = await renderPosts([post], [answer], options);
  return rendered ?? answer;
}

/** The same for several posts, whose images, media and safe forms are read together. */
export async function renderPosts(
  posts: readonly Post[],
  answers: readonly PostAnswer[],
  { query, caller }: Options,
): Promise<PostAnswer[]> {
  const { render, render_shortcodes, safe } = query;
  throwFaults(safe && !render_shortcodes ? ['safe: needs render_shortcodes=1'] : []);
  const [heads, bodies] = await Promise.all([
    render ? renderHeads(answers) : [],
    safe ? expandSafe(posts, answers, caller) : render_shortcodes ? expandBodies(posts, caller) : [],
  ]);
  return answers.map((answer, index) => ({
    ...answer,
    ...bodies[index],
    ...(render && { head_html: heads[index] }),
  }));
}

async function renderHeads(answers: readonly PostAnswer[]): Promise<string[]> {
  await readSharedImages(answers);
  return await Promise.all(answers.map(renderHead));
}

async function expandBodies(posts: readonly Post[], caller: Caller): Promise<Partial<PostAnswer>[]> {
  const texts = posts.map(({ content }) => markShortcodes(content?.body ?? ''));
  const bodies = await expandShortcodes(texts, { consistent: readsConsistently(caller) });
  return bodies.map(body_html => ({ body_html }));
}

async function expandSafe(
  posts: readonly Post[],
  answers: readonly PostAnswer[],
  caller: Caller,
): Promise<Partial<PostAnswer>[]> {
  const fields = await readSafeFields(posts, answers);
  const texts = fields.flatMap(({ content, media }) => [media, ...content]);
  const [expanded, images] = await Promise.all([
    expandShortcodes(texts, { consistent: readsConsistently(caller) }, writeVoidElements),
    readItemImages(posts),
  ]);
  return posts.map((post, index) => toShownFields(post, fields[index], { expanded, images }));
}

interface Expanded {
  /** The texts of all posts; those of a post are taken from the beginning. */
  expanded: string[];
  /** The images of listicles, by id. */
  images: ReadonlyMap<number, ShownImage>;
}

function toShownFields(
  { content }: Post,
  fields: SafeFields | undefined,
  { expanded, images }: Expanded,
): Partial<PostAnswer> {
  if (!fields) return {};
  const [media = '', body_html = '', ...texts] = expanded.splice(0, 1 + fields.content.length);
  const { items, ...listicle } = withTexts(content?.listicle ?? {}, texts);
  const shown: ShownListicle = {
    ...listicle,
    ...(items && {
      items: items.map(item => ({ ...item, ...images.get(item.image_id ?? NaN) })),
    }),
  };
  return { media, body_html, listicle: shown, roar_authors: fields.roar_authors };
}

/** Pages show no more images of listicles: each takes a read of the table. */
const MAX_ITEM_IMAGES = 200;

async function readItemImages(posts: readonly Post[]): Promise<Expanded['images']> {
  const ids = posts.flatMap(({ content }) => listicleImages(content?.listicle ?? {}).map(({ id }) => id));
  if (ids.length === 0) return new Map();
  const images = await Images.known([...new Set(ids)].slice(0, MAX_ITEM_IMAGES));
  return new Map([...images].map(([id, image]) => [id, describeImage(image)]));
}

/**
 * The HTML of a content that is not saved, as readers would get it with `safe`. It may have the bytes that a post may have, and takes time
 * linear in them.
 * @throws TooLarge
 */
export async function renderUnsaved(
  { media, ...content }: Content & { media: string },
  caller: Caller,
): Promise<{ body_html: string; listicle: Listicle; media: string }> {
  requireFitting(content);
  const texts: MarkedText[] = [makeSafe(media), ...makeContentSafe(content)];
  const [shownMedia = '', body_html = '', ...items] = await expandShortcodes(
    texts,
    { consistent: readsConsistently(caller) },
    writeVoidElements,
  );
  return { body_html, listicle: withTexts(content.listicle, items), media: shownMedia };
}

/** The safe bodies of several posts with expanded shortcodes. */
export async function renderSafely(posts: readonly Post[]): Promise<string[]> {
  const contents = await readSafeContents(posts);
  const bodies = contents.map(([body = { html: '', shortcodes: [] }]) => body);
  return await expandShortcodes(bodies, { consistent: false }, writeVoidElements);
}
