import { knownAuthors } from '../authors/read.ts';
import { site } from '../config/site.ts';
import type { Caller } from '../http/caller.ts';
import { InvalidInput } from '../http/errors.ts';
import { applyInput } from '../http/fields.ts';
import { badgeKey, imageKey, missingReferences, type Reference } from '../media/references.ts';
import type { Directory } from '../sections/directory.ts';
import { textOf } from '../text/html.ts';
import { countWords, shorten } from '../text/summary.ts';
import { distinctTags, tagKey } from '../text/tag.ts';
import { EMPTY_CONTENT, type Content } from './content.ts';
import { DEFAULTS, type Editable } from './fields.ts';
import type { PostInput } from './input.ts';
import { membershipOf } from './membership.ts';
import { particleImages } from './particles.ts';
import type { PostRecord } from './record.ts';

const LONGEST_DESCRIPTION = 200;

/**
 * The post as it would be with what was sent: fields, tags, sections, authors. State, dates and basename are not touched.
 * @throws InvalidInput with every fault that the schema alone can't tell
 */
export async function compose(
  post: PostRecord,
  input: PostInput,
  caller: Caller,
  directory: Directory,
): Promise<PostRecord> {
  const faults: string[] = [];
  const fields = {
    ...post,
    ...applyInput<Editable>(post, input, DEFAULTS),
    headline: input.headline ?? post.headline,
  };
  const tags = withPrimary(distinctTags(fields.tags), fields.primary_tag);
  const next = {
    ...fields,
    ...membershipOf({ ...fields, tags }, input, directory, faults),
    tags,
    badges: [...new Set(fields.badges)],
    roar_author_ids: authorIds(post, input, caller),
    page_list: site().features.pageList ? fields.page_list : [],
  };
  faults.push(...partnerNewsFaults(next), ...(await referenceFaults(post, next, input)));
  if (faults.length > 0) throw new InvalidInput(faults);
  return next;
}

/** "primary_tag must be among tags (added when it isn't)" */
function withPrimary(tags: string[], primary: string): string[] {
  if (primary.trim() === '' || tags.some(tag => tagKey(tag) === tagKey(primary))) return tags;
  return [...tags, primary.trim()];
}

/** Not sent: unchanged. Sent with no value: the key's user alone (decisions, Posts). */
function authorIds(post: PostRecord, { roar_author_ids: sent }: PostInput, caller: Caller): number[] {
  if (sent === undefined) return post.roar_author_ids;
  return sent === null || sent.length === 0 ? [caller.authorId] : [...new Set(sent)];
}

function partnerNewsFaults({ partnernews_article }: PostRecord): string[] {
  if (!partnernews_article || site().features.partnerNews) return [];
  return ['partnernews_article: the site has no setting partnerNews {endpoint, accessKey, secret}'];
}

/** Only what was sent is looked up: what stands in the record was checked when it came. */
async function referenceFaults(post: PostRecord, next: PostRecord, input: PostInput): Promise<string[]> {
  const [missing, authors] = await Promise.all([
    missingReferences([...imageReferences(input), ...badgeReferences(post, next)]),
    knownAuthors(next.roar_author_ids.filter(id => !post.roar_author_ids.includes(id))),
  ]);
  const unknown = next.roar_author_ids.filter(id => !post.roar_author_ids.includes(id) && !authors.has(id));
  return [...missing, ...unknown.map(id => `roar_author_ids: there is no author with the id ${id}`)];
}

function imageReferences(input: PostInput): Reference[] {
  const fields = [
    { field: 'image_id', id: input.image_id },
    { field: 'teaser_image_id', id: input.teaser_image_id },
    { field: 'social_teaser_image_id', id: input.social_teaser_image_id },
    { field: 'product.image_id', id: input.product?.image_id },
    ...particleImages(input.listicle ?? {}),
  ];
  return fields.flatMap(({ field, id }) =>
    typeof id === 'number' ? [{ field, id, key: imageKey(id) }] : [],
  );
}

const badgeReferences = (post: PostRecord, next: PostRecord): Reference[] =>
  next.badges.filter(id => !post.badges.includes(id)).map(id => ({ field: 'badges', id, key: badgeKey(id) }));

/** The content with what was sent, or undefined when nothing of it was. */
export function composeContent(current: Content, { body, listicle }: PostInput): Content | undefined {
  if (body === undefined && listicle === undefined) return undefined;
  return {
    body: body === undefined ? current.body : (body ?? EMPTY_CONTENT.body),
    listicle: listicle === undefined ? current.listicle : (listicle ?? EMPTY_CONTENT.listicle),
  };
}

/** What lists show of a body, so that they needn't read it. */
export function describeBody(body: string): Pick<PostRecord, 'description' | 'words_count'> {
  const text = textOf(body);
  return { description: shorten(text, LONGEST_DESCRIPTION), words_count: countWords(text) };
}
