import { photoOf, profileUrl } from '../authors/present.ts';
import { displayName, type AuthorRecord } from '../authors/record.ts';
import { knownAuthors } from '../authors/read.ts';
import { site } from '../config/site.ts';
import { sectionDirectory, type Directory } from '../sections/directory.ts';
import type { PostAnswer } from './answer.ts';
import { dateIn, fullDateIn } from '../text/time.ts';
import { isPublicTag } from './access.ts';
import { addressesOf } from './permalink.ts';
import type { Post } from './read.ts';
import { sectionsOf, typeOf, type PostRecord } from './record.ts';

const WORDS_PER_MINUTE = 240;

/** Answers for posts, their authors and sections looked up once for all. `draftUrl`: drafts, and a post just unpublished. */
export async function presentPosts(
  posts: readonly Post[],
  { draftUrl }: { draftUrl: boolean },
): Promise<PostAnswer[]> {
  const authorIds = [...new Set(posts.flatMap(post => post.value.roar_author_ids))];
  const [directory, authors] = await Promise.all([sectionDirectory(), knownAuthors(authorIds)]);
  return posts.map(post => {
    const answer = present(post, directory, authors);
    return draftUrl ? { ...answer, draft_url: `${answer.post_url}?draft=1` } : answer;
  });
}

/** The one answer for one post. */
export async function presentPost(post: Post, options: { draftUrl: boolean }): Promise<PostAnswer> {
  const [answer] = await presentPosts([post], options);
  if (!answer) throw new Error('one post makes one answer');
  return answer;
}

function present(post: Post, directory: Directory, authors: ReadonlyMap<number, AuthorRecord>): PostAnswer {
  const { value, content, stats } = post;
  const {
    explicit_sections: _explicit,
    judged_rev: _rev,
    created_by: _creator,
    dated: _dated,
    first_published_ts: _first,
    scheduled_by: _scheduler,
    removed_ts: _removed,
    content_version: _version,
    ...shown
  } = value;
  const byline = value.roar_author_ids.flatMap(id => authors.get(id) ?? []);
  return {
    ...shown,
    ...(content && { body: content.body, listicle: content.listicle }),
    type: typeOf(value),
    sections: sectionsOf(value),
    is_private: directory.arePrivate(sectionsOf(value)),
    public_tags: value.tags.filter(isPublicTag),
    page_list: site().features.pageList ? value.page_list : [],
    ...addressesOf(value, directory),
    ...bylineOf(value, byline),
    ...datesOf(value),
    time_to_read: { in_seconds: Math.ceil((value.words_count / WORDS_PER_MINUTE) * 60) },
    stats: { page_views_count: stats.page_views },
    likes: { count: stats.likes },
    badges_details: [],
    image: value.image_external || null,
    image_info: {},
  };
}

function bylineOf({ roar_author_ids }: PostRecord, byline: readonly AuthorRecord[]) {
  const [first] = byline;
  return {
    roar_authors: byline.map(author => ({
      id: author.id,
      name: author.name,
      title: displayName(author),
      avatar: photoOf(author),
      profile_href: profileUrl(author),
      about_html: author.about_html,
    })),
    author_id: roar_author_ids[0] ?? null,
    author_name: first?.name ?? '',
    author_title: first ? displayName(first) : '',
  };
}

const datesOf = ({ created_ts, inserted_ts }: PostRecord) => ({
  formated_full_created_ts: fullDateIn(site().timeZone, created_ts),
  inserted_date: dateIn(site().timeZone, inserted_ts),
});
