import type { Client } from '../../client/source/index.ts';

/** Kept in `extras` of the first section from its making until everything else is there. */
export const LOADING = { demo: 'loading' };
export const LOADED = { demo: 'loaded' };

/** Whether the demo may be loaded: onto a site without sections and posts, or onto its own unfinished beginning. */
export async function mayLoad({ sections, posts, drafts }: Client): Promise<boolean> {
  const there = await sections.list();
  if (there.length > 0) return there.some(({ extras }) => extras?.demo === LOADING.demo);
  const one = { limit: 1, include_fields: ['id'] };
  const found = [...(await posts.list({ query: one })), ...(await drafts.list({ query: one }))];
  return found.length === 0;
}
