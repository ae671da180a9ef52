import * as v from 'valibot';
import type { ApiClient } from '../../client/client.ts';

/** Kept in `extras` of the first section from its making until everything else is there. */
export const LOADING = { demo: 'loading' };
export const LOADED = { demo: 'loaded' };

const Sections = v.array(v.object({ extras: v.record(v.string(), v.unknown()) }));

/** Whether the demo may be loaded: onto a site without sections and posts, or onto its own unfinished beginning. */
export async function mayLoad(client: ApiClient): Promise<boolean> {
  const sections = v.parse(Sections, (await client.get('/api/1.3/sections')).body);
  if (sections.length > 0) return sections.some(({ extras }) => extras.demo === LOADING.demo);
  const isEmpty = async (path: string): Promise<boolean> => {
    const { body } = await client.get(`${path}?limit=1&include_fields=id`);
    return v.parse(v.array(v.unknown()), body).length === 0;
  };
  return (await isEmpty('/api/1.3/posts')) && (await isEmpty('/api/1.3/drafts'));
}
