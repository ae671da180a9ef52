import type { Client } from '../../client/source/index.ts';

/** Stored in `extras` of the first section until the load is complete. */
export const LOADING = { demo: 'loading' };
export const LOADED = { demo: 'loaded' };

/** True for a site without sections and posts, and for an interrupted load of the demo. */
export async function mayLoad({ sections, posts, drafts }: Client): Promise<boolean> {
  const there = await sections.list();
  if (there.length > 0) return there.some(({ extras }) => extras?.demo === LOADING.demo);
  const one = { limit: 1, include_fields: ['id'] };
  const found = [...(await posts.list({ query: one })), ...(await drafts.list({ query: one }))];
  return found.length === 0;
}
