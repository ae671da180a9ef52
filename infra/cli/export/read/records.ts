import * as v from 'valibot';
import { timeOfId } from '../../../../shared/store/ids.ts';
import { AssetLine, AuthorLine, BadgeLine, SectionLine, type Line } from '../format/lines.ts';
import { getOne, listAll, type Api } from './api.ts';

const { email: _email, created_ts: _created, ...shownAuthor } = AuthorLine.entries;
const AuthorAnswer = v.object(shownAuthor);

/** When a record was made that doesn't say so: its id does, to the millisecond. */
export const createdOf = (id: number): number => Math.floor(timeOfId(id) / 1000);

/** Nobody is shown another's email. */
export async function* readAuthors(api: Api): AsyncGenerator<Line<'authors'>> {
  const list = listAll(api, '/api/1.3/authors/search', { limit: 30 }, v.array(AuthorAnswer));
  for await (const author of list) yield { ...author, email: null, created_ts: createdOf(author.id) };
}

const SectionAnswer = v.object(SectionLine.entries);

/** The picture's address is shown where there is one, in the place of what was given. */
export async function readSections(api: Api, path: 'sections' | 'tags'): Promise<Line<'sections'>[]> {
  const sections = v.parse(v.array(SectionAnswer), (await api.get(`/api/1.3/${path}`)).body);
  return sections.map(section =>
    section.header_image_id === null ? section : { ...section, url_header_image: '' },
  );
}

const BadgeAnswer = v.object({
  ...BadgeLine.entries,
  link: v.union([v.literal(''), v.unwrap(BadgeLine.entries.link)]),
});

export async function readBadges(api: Api): Promise<Line<'badges'>[]> {
  const badges = v.parse(v.array(BadgeAnswer), (await api.get('/api/1.3/badges')).body);
  return badges.map(badge => ({ ...badge, link: badge.link === '' ? null : badge.link }));
}

const { origin: _origin, ...shownAsset } = AssetLine.entries;
const AssetPage = v.pipe(
  v.object({ items: v.array(v.object(shownAsset)) }),
  v.transform(({ items }) => items),
);

/** Whose an asset is, only the lists tell. */
export async function* readAssets(api: Api): AsyncGenerator<Line<'assets'>> {
  for (const origin of ['admin', 'community'] as const) {
    const options = { query: { type: origin }, limit: 100, size: 'count' };
    for await (const asset of listAll(api, '/api/1.3/dam/assets', options, AssetPage))
      yield { ...asset, origin };
  }
}

const OrderAnswer = v.object({ post_ids: v.array(v.number()) });

/** undefined when the section is gone, or nothing in it is curated. */
export async function readOrder(api: Api, sectionId: number): Promise<Line<'orders'> | undefined> {
  const order = await getOne(api, `/api/1.3/sections/${sectionId}/order`, OrderAnswer);
  return order && order.post_ids.length > 0 ? { section_id: sectionId, ...order } : undefined;
}

const LikeAnswer = v.object({ created_ts: v.number(), author: v.object({ id: v.number() }) });

export async function* readLikes(api: Api, postId: number): AsyncGenerator<Line<'likes'>> {
  const list = listAll(api, `/api/1.3/posts/${postId}/likes`, { limit: 1000 }, v.array(LikeAnswer));
  for await (const { created_ts, author } of list)
    yield { post_id: postId, author_id: author.id, created_ts };
}

const Follower = v.object({ id: v.number() });

/** Since when somebody follows isn't answered, but in which order they came: newest first. */
export async function readFollows(api: Api, sectionId: number): Promise<Line<'follows'>[]> {
  const followers: number[] = [];
  const path = `/api/1.3/follows/sections/${sectionId}`;
  for await (const { id } of listAll(api, path, { limit: 1000 }, v.array(Follower))) followers.push(id);
  return followers.map((author_id, index) => ({
    author_id,
    section_id: sectionId,
    created_ts: followers.length - index,
  }));
}
