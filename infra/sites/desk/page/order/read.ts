import type { Client } from '../../../../client/source/index.ts';

/** A page whose posts can be ordered: the front page or a section. */
export interface Page {
  id: number;
  title: string;
}

export const FRONT_PAGE: Page = { id: 0, title: 'Front page' };

export interface Entry {
  id: number;
  headline: string;
}

/** The posts of a page on the service. */
export interface Order {
  entries: Entry[];
  /** The manually ordered posts. */
  ids: number[];
  /** The version of the order: a save with an older one is refused. */
  etag: string | null;
}

const LIMIT = 100;

export async function readPages(client: Client, signal: AbortSignal): Promise<Page[]> {
  const sections = await client.sections.list({ signal });
  return [FRONT_PAGE, ...sections.map(({ id, title }) => ({ id: Number(id), title: String(title) }))];
}

export async function readOrder(client: Client, { id }: Page, signal: AbortSignal): Promise<Order> {
  const [entries, { body, etag }] = await Promise.all([
    readEntries(client, id, signal),
    client.sections.getOrder.answer({ path: { id }, signal }),
  ]);
  const isShown = (post: number): boolean => entries.some(entry => entry.id === post);
  return { entries, ids: body.post_ids.filter(isShown), etag };
}

async function readEntries(client: Client, sectionId: number, signal: AbortSignal): Promise<Entry[]> {
  const page = { limit: LIMIT, include_fields: 'id,headline' };
  const posts =
    sectionId === FRONT_PAGE.id
      ? await client.posts.frontpage({ query: page, signal })
      : await client.posts.section({ query: { ...page, section_name: String(sectionId) }, signal });
  return posts.map(({ id, headline }) => ({ id: Number(id), headline: String(headline) }));
}
