import { isDeepStrictEqual } from 'node:util';
import { InvalidInput } from '../../platform/core/errors.ts';
import { applyInput } from '../../platform/values/fields.ts';
import { site } from '../../platform/site/site.ts';
import { countWords, shorten } from '../../platform/core/text-length.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { readBodyText } from '../../library/media/body-text.ts';
import { withoutEmbeds } from '../../library/media/embed-shortcode.ts';
import { EMPTY_CONTENT, requireFitting, type Content } from '../record/content.ts';
import { DEFAULTS, MAX_TAGS, type Editable } from '../record/fields.ts';
import type { PostInput } from '../record/input.ts';
import type { Post } from '../record/post.ts';
import type { PostRecord } from '../record/record.ts';
import { referenceFaults } from '../answers/relations.ts';
import type { Directory } from '../../taxonomy/sections/directory.ts';
import { distinctTags, tagKey } from '../../platform/text/tag.ts';
import type { Composed } from './change.ts';
import { computeMembership } from './membership.ts';
import { storeContent } from './stored-content.ts';

const MAX_DESCRIPTION_LENGTH = 200;
const MAX_SECTIONS = 100;

/**
 * Applies the input's fields, content, tags, sections and authors to a post, and stores a content that changes. Status, dates and basename
 * stay unchanged.
 * @throws InvalidInput with every fault that the schema alone can't find, TooLarge
 */
export async function composePost(
  post: Pick<Post, 'value' | 'content'>,
  input: PostInput,
  caller: Caller,
  directory: Directory,
): Promise<Composed> {
  const { next, changed, faults } = await composeFields(post, input, caller, directory);
  if (faults.length > 0) throw new InvalidInput(faults);
  if (!changed) return { next };
  const described = { ...next, ...describeBody(changed.body) };
  return { next: described, content: await storeContent(next.id, changed, post.content) };
}

interface Fields {
  next: PostRecord;
  /** The content, if it changes. */
  changed: Content | undefined;
  /** Every fault that the schema alone can't find. */
  faults: string[];
}

/** Like `composePost`, but stores nothing: `next` has no description of a content that changes. @throws TooLarge */
export async function composeFields(
  { value, content }: Pick<Post, 'value' | 'content'>,
  input: PostInput,
  caller: Caller,
  directory: Directory,
): Promise<Fields> {
  const changed = composeContent(content, input);
  if (changed) requireFitting(changed);
  const fields = {
    ...value,
    ...applyInput<Editable>(value, input, DEFAULTS),
    headline: input.headline ?? value.headline,
  };
  const filing = composeTags(fields);
  const { tags } = filing;
  const { membership, faults } = computeMembership({ before: value, tags, input, directory });
  const next = {
    ...fields,
    ...membership,
    ...filing,
    badges: [...new Set(fields.badges)],
    roar_author_ids: authorIds(value, input, caller),
  };
  faults.push(
    ...limitFaults(next),
    ...partnerNewsFaults(next),
    ...(await referenceFaults(value, next, input)),
  );
  return { next, changed, faults };
}

/** Adds the primary tag to the tags if it is missing, and spells it as they do, so that clients find it among them. */
function composeTags(
  sent: Pick<PostRecord, 'tags' | 'primary_tag'>,
): Pick<PostRecord, 'tags' | 'primary_tag'> {
  const tags = distinctTags([...sent.tags, sent.primary_tag]);
  const key = tagKey(sent.primary_tag);
  return { tags, primary_tag: tags.find(tag => tagKey(tag) === key) ?? '' };
}

/** Authors that are not sent stay unchanged; an empty value stands for the author of the key. */
function authorIds(post: PostRecord, { roar_author_ids: sent }: PostInput, caller: Caller): number[] {
  if (sent === undefined) return post.roar_author_ids;
  return sent === null || sent.length === 0 ? [caller.authorId] : [...new Set(sent)];
}

/** Limits that an added primary tag or section may exceed; automatic sections have no limit. */
function limitFaults({ tags, explicit_sections }: PostRecord): string[] {
  const faults: string[] = [];
  if (tags.length > MAX_TAGS)
    faults.push(`tags: must have at most ${MAX_TAGS} items, the primary_tag among them`);
  if (explicit_sections.length > MAX_SECTIONS)
    faults.push(`sections: must have at most ${MAX_SECTIONS} items`);
  return faults;
}

function partnerNewsFaults({ partnernews_article }: PostRecord): string[] {
  if (!partnernews_article || site().features.partnerNews) return [];
  return ['partnernews_article: the site has no setting partnerNews {endpoint, accessKey, secret}'];
}

/**
 * Applies the input to the content, which is null for a new post.
 * @returns undefined when nothing changes, so that an unchanged body is not written
 */
export function composeContent(current: Content | null, { body, listicle }: PostInput): Content | undefined {
  const before = current ?? EMPTY_CONTENT;
  const next = {
    body: body === undefined ? before.body : (body ?? EMPTY_CONTENT.body),
    listicle: listicle === undefined ? before.listicle : (listicle ?? EMPTY_CONTENT.listicle),
  };
  return isDeepStrictEqual(next, current) ? undefined : next;
}

/** The fields that lists show of a body, so that they need not read it. */
export function describeBody(body: string): Pick<PostRecord, 'description' | 'words_count'> {
  const text = withoutEmbeds(readBodyText(body));
  return { description: shorten(text, MAX_DESCRIPTION_LENGTH), words_count: countWords(text) };
}
