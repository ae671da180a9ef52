import type { Api } from './api.ts';

type Query = Record<string, string | number>;

/** Reads a whole list page by page along its Link headers. */
export async function byCursor(api: Api, path: string, query: Query = {}): Promise<any[]> {
  const found: any[] = [];
  let cursor: string | null = null;
  do {
    const reply = await api.get(path, { query: cursor === null ? query : { ...query, cursor } });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    found.push(...reply.body);
    const next = /<([^>]*)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
    cursor = next === undefined ? null : new URL(next, api.stack.url).searchParams.get('cursor');
  } while (cursor !== null);
  return found;
}

/** Reads a whole list page by page by offset, up to the first page that is not full. */
export async function byOffset(api: Api, path: string, query: Query & { limit: number }): Promise<any[]> {
  const found: any[] = [];
  for (;;) {
    const { body } = await api.get(path, { query: { ...query, offset: found.length } });
    found.push(...body);
    if (body.length < query.limit) return found;
  }
}

/** The records of a site with their versions. A run that changes nothing leaves them equal. */
export async function everythingOn(api: Api): Promise<object> {
  const lists = {
    authors: await byCursor(api, '/authors/search', { limit: 30 }),
    sections: (await api.get('/sections')).body,
    tags: (await api.get('/tags')).body,
    posts: await byCursor(api, '/posts', { limit: 100, removed: 1 }),
    drafts: await byCursor(api, '/drafts', { limit: 30 }),
    scheduled: await byCursor(api, '/scheduled_posts', { limit: 30 }),
  };
  const versions = [
    ...(await readVersions(api, '/posts', lists.posts)),
    ...(await readVersions(api, '/drafts', lists.drafts)),
    ...(await readVersions(api, '/sections', lists.sections)),
    ...(await readVersions(api, '/tags', lists.tags)),
    ...(await readVersions(api, '/api/1.1/authors', lists.authors)),
  ];
  return { ...lists, versions };
}

async function readVersions(api: Api, path: string, records: { id: number }[]): Promise<string[]> {
  const versions: string[] = [];
  for (const { id } of records) {
    const { status, headers } = await api.get(`${path}/${id}`);
    versions.push(`${path}/${id} ${status} ${headers.get('etag')}`);
  }
  return versions;
}
