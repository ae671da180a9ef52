import { api } from '../service/api.ts';

/** The page of the site that isn’t a section. */
export const FRONT_PAGE = 0;

/** A story as readers see it in a list. */
export interface Entry {
  id: number;
  headline: string;
  subheadline: string;
  /** The address of its picture, or "". */
  image: string;
  byline: string;
  ts: number | null;
}

/** The stories of a page on the service. */
export interface Order {
  entries: Entry[];
  /** The arranged stories. */
  ids: number[];
  /** The version of the order: a save with an older one is refused. */
  etag: string | null;
  /** Whether the page has more stories than were read. */
  hasMore: boolean;
}

const PAGE = 100;
const FIELDS = 'id,headline,subheadline,image,image_info,roar_authors,created_ts,last_published_ts';

type Listed = Awaited<ReturnType<typeof api.posts.frontpage>>[number];

/** @param least how many stories are read; those that are arranged always are */
export async function readOrder(page: number, least: number, signal: AbortSignal): Promise<Order> {
  const { body, etag } = await api.sections.getOrder.answer({ path: { id: page }, signal });
  const entries: Entry[] = [];
  const missing = new Set(body.post_ids);
  let hasMore = false;
  for await (const post of listStories(page, signal)) {
    if (entries.length >= least && missing.size === 0) {
      hasMore = true;
      break;
    }
    const entry = toEntry(post);
    entries.push(entry);
    missing.delete(entry.id);
  }
  // A story that left the page is not arranged any more.
  return { entries, ids: body.post_ids.filter(id => !missing.has(id)), etag, hasMore };
}

function listStories(page: number, signal: AbortSignal): AsyncGenerator<Listed> {
  const query = { limit: PAGE, include_fields: FIELDS };
  return page === FRONT_PAGE
    ? api.posts.frontpage.all({ query, signal })
    : api.posts.section.all({ query: { ...query, section_name: String(page) }, signal });
}

function toEntry({
  id,
  headline,
  subheadline,
  image,
  image_info: info,
  roar_authors: authors,
  ...times
}: Listed): Entry {
  const crop = Object.entries(info ?? {}).find(([size]) => size === '600x400' || size === '300x')?.[1];
  return {
    id: Number(id),
    headline: String(headline),
    subheadline: subheadline ?? '',
    image: typeof crop === 'string' ? crop : (image ?? ''),
    byline: (authors ?? []).map(({ title }) => title).join(', '),
    ts: times.last_published_ts ?? times.created_ts ?? null,
  };
}

/** Published stories with these words, also of other pages. */
export async function searchStories(words: string, signal: AbortSignal): Promise<Entry[]> {
  const found = await api.editor.listPosts({ query: { state: ['published'], q: words, limit: 8 }, signal });
  return found.map(({ id, headline, image, authors, last_published_ts: ts }) => ({
    ...{ id, headline, subheadline: '', image: image ?? '', ts },
    byline: authors.map(({ title }) => title).join(', '),
  }));
}

/** Makes a story part of a page, so that it can be arranged there. */
export async function joinPage(id: number, page: number): Promise<void> {
  const { sections } = await api.editor.getPost({ path: { id } });
  const all = sections.map(Number);
  if (!all.includes(page)) await api.editor.editPost({ path: { id }, body: { sections: [...all, page] } });
}
