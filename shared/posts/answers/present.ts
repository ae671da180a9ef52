import { buildPhotoUrl, profileUrl, SMALL_PHOTO } from '../../people/authors/present.ts';
import { displayName, type AuthorRecord } from '../../people/authors/record.ts';
import { describeImage, type ShownImage } from '../../library/images/shown.ts';
import { presentBadge, type Badge } from '../../taxonomy/badges/present.ts';
import type { BadgeRecord } from '../../taxonomy/badges/record.ts';
import { site } from '../../platform/site/site.ts';
import { dateIn, fullDateIn } from '../../platform/text/zone.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { pickInto, makeShape } from '../../platform/text/shape.ts';
import { isPublicTag } from '../../platform/text/tag.ts';
import { answerFor } from '../record/access.ts';
import { PostAnswer } from '../record/answer.ts';
import { fieldNames } from '../record/fields.ts';
import { buildAddresses } from '../paths/permalink.ts';
import type { Post } from '../record/post.ts';
import { listPostSections, deriveType, type PostRecord } from '../record/record.ts';
import { readRelations, type Relations } from './relations.ts';

const WORDS_PER_MINUTE = 240;

interface PresentOptions {
  /** Adds draft_url, for drafts and for a post that was just unpublished. */
  draftUrl: boolean;
  /** The caller; may be left out where every caller has a key. */
  caller?: Caller;
}

/** Answers for posts; the records that they refer to are read together. */
export async function presentPosts(
  posts: readonly Post[],
  { draftUrl, caller }: PresentOptions,
): Promise<PostAnswer[]> {
  const relations = await readRelations(posts.map(post => post.value));
  return posts.map(post => {
    const complete = present(post, relations);
    const answer = caller ? answerFor(caller, complete, relations.directory) : complete;
    return draftUrl ? { ...answer, draft_url: `${answer.post_url}?draft=1` } : answer;
  });
}

export async function presentPost(post: Post, options: PresentOptions): Promise<PostAnswer> {
  const [answer] = await presentPosts([post], options);
  if (!answer) throw new Error('one post makes one answer');
  return answer;
}

/** The record's fields that are answered under the same name, in the order of the answer. */
const SHOWN = [
  'id',
  'status',
  'headline',
  'basename',
  'auto_sections',
  'primary_section',
  'roar_author_ids',
  'provider_id',
  'provider_post_id',
  'created_ts',
  'updated_ts',
  'inserted_ts',
  'last_published_ts',
  'scheduled_at',
  'description',
  'words_count',
  ...fieldNames,
] as const;

const SHAPE = makeShape([...SHOWN, ...Object.keys(PostAnswer.entries)]);

function present(post: Post, { directory, authors, badges, images }: Relations): PostAnswer {
  const { value, content, stats } = post;
  const byline = value.roar_author_ids.flatMap(id => authors.get(id) ?? []);
  return {
    ...pickInto(SHAPE, value, SHOWN),
    body: content?.body,
    listicle: content?.listicle,
    draft_url: undefined,
    body_html: undefined,
    head_html: undefined,
    type: deriveType(value),
    sections: listPostSections(value),
    is_private: directory.arePrivate(listPostSections(value)),
    public_tags: value.tags.filter(isPublicTag),
    page_list: site().features.pageList ? value.page_list : [],
    ...buildAddresses(value, directory),
    ...presentByline(value, byline, images),
    ...presentDates(value),
    time_to_read: { in_seconds: Math.ceil((value.words_count / WORDS_PER_MINUTE) * 60) },
    stats: { page_views_count: stats.page_views },
    likes: { count: stats.likes },
    ...presentLeadImage(value, images),
    badges_details: value.badges.flatMap(id => presentKnown(badges.get(id), images)),
  };
}

/** A deleted badge, which a post names until the job has removed it, is not shown. */
function presentKnown(badge: BadgeRecord | undefined, images: Relations['images']): Badge[] {
  return badge ? [presentBadge(badge, images)] : [];
}

/** The lead image of a post. For an image at another site, neither dimensions nor text are known. */
export function presentLeadImage(
  { image_id, image_external }: Pick<PostRecord, 'image_id' | 'image_external'>,
  images: Relations['images'],
): Pick<PostAnswer, 'image'> & ShownImage {
  const image = image_id === null ? undefined : images.get(image_id);
  if (!image) return { image: image_external || null, image_info: {}, image_dimensions: {}, image_alt: '' };
  const shown = describeImage(image);
  return { image: shown.image_info.origin ?? null, ...shown };
}

function presentByline(
  { roar_author_ids }: PostRecord,
  byline: readonly AuthorRecord[],
  images: Relations['images'],
) {
  const [first] = byline;
  return {
    roar_authors: byline.map(author => ({
      id: author.id,
      name: author.name,
      title: displayName(author),
      avatar: buildPhotoUrl(author, images, 'origin'),
      avatar_small: buildPhotoUrl(author, images, SMALL_PHOTO),
      profile_href: profileUrl(author),
      about_html: author.about_html,
    })),
    author_id: roar_author_ids[0] ?? null,
    author_name: first?.name ?? '',
    author_title: first ? displayName(first) : '',
  };
}

function presentDates({ created_ts, inserted_ts }: PostRecord) {
  return {
    formated_full_created_ts: fullDateIn(site().timeZone, created_ts),
    inserted_date: dateIn(site().timeZone, inserted_ts),
  };
}
