import * as v from 'valibot';
import { decodeTimeMs } from '../../../../shared/platform/core/ids.ts';
import { AssetLine, AuthorLine, BadgeLine, SectionLine, type Line } from '../format/lines.ts';
import { ifFound, parseAnswer, type Api } from './api.ts';

const { email: _email, created_ts: _created, ...shownAuthor } = AuthorLine.entries;
const AuthorAnswer = v.object(shownAuthor);

/** The creation time of a record without one: its id contains it, in milliseconds. */
export function deriveCreation(id: number): number {
  return Math.floor(decodeTimeMs(id) / 1000);
}

/** Reads the authors. The API returns only one's own email. */
export async function* readAuthors(api: Api): AsyncGenerator<Line<'authors'>> {
  for await (const answer of api.authors.search.all({ query: { limit: 30 } })) {
    const author = parseAnswer(AuthorAnswer, answer, 'authors');
    yield { ...author, email: null, created_ts: deriveCreation(author.id) };
  }
}

const SectionAnswer = v.object(SectionLine.entries);

/** Reads sections or tags. The API returns the image's URL instead of the input. */
export async function readSections(api: Api, kind: 'sections' | 'tags'): Promise<Line<'sections'>[]> {
  const sections = parseAnswer(v.array(SectionAnswer), await api[kind].list(), kind);
  return sections.map(section =>
    section.header_image_id === null ? section : { ...section, url_header_image: '' },
  );
}

const BadgeAnswer = v.object({
  ...BadgeLine.entries,
  link: v.union([v.literal(''), v.unwrap(BadgeLine.entries.link)]),
});

export async function readBadges(api: Api): Promise<Line<'badges'>[]> {
  const badges = parseAnswer(v.array(BadgeAnswer), await api.badges.list(), 'badges');
  return badges.map(badge => ({ ...badge, link: badge.link === '' ? null : badge.link }));
}

const { origin: _origin, ...shownAsset } = AssetLine.entries;
const AssetAnswer = v.object(shownAsset);

/** Reads the assets from the lists, which alone name the owner. */
export async function* readAssets(api: Api): AsyncGenerator<Line<'assets'>> {
  for (const type of ['admin', 'community'] as const) {
    for await (const answer of api.dam.list.all({ query: { type, count: 100 } }))
      yield { ...parseAnswer(AssetAnswer, answer, 'assets'), origin: type };
  }
}

/** Returns undefined when the section does not exist or has no editorial order. */
export async function readOrder(api: Api, sectionId: number): Promise<Line<'orders'> | undefined> {
  const order = await ifFound(api.sections.getOrder({ path: { id: sectionId } }));
  return order && order.post_ids.length > 0 ? { section_id: sectionId, post_ids: order.post_ids } : undefined;
}

export async function readLikes(api: Api, postId: number): Promise<Line<'likes'>[]> {
  const list = api.likes.list.all({ path: { id: postId }, query: { limit: 1000 } });
  const likes = await ifFound(gathered(list));
  return (likes ?? []).map(({ created_ts, author }) => ({
    post_id: postId,
    author_id: author.id,
    created_ts,
  }));
}

/** Reads the followers of a section. The API returns their order, newest first, without times. */
export async function readFollows(api: Api, sectionId: number): Promise<Line<'follows'>[]> {
  const list = api.follows.followers.all({ path: { section_id: sectionId }, query: { limit: 1000 } });
  const followers = (await ifFound(gathered(list))) ?? [];
  return followers.map(({ id }, index) => ({
    author_id: id,
    section_id: sectionId,
    created_ts: followers.length - index,
  }));
}

async function gathered<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}
