import { loadNewsroom } from '../lib/newsroom.js';
import { SITE_TITLE } from '../lib/settings.js';
import { TEMPLATE } from '../lib/view.js';

/** Where a section and a post have one path, the post is shown. */
export default async function readNewsroom() {
  const { posts, sections } = await loadNewsroom();
  const paths = new Set(posts.map(({ slug }) => slug));
  const ownSections = sections.filter(({ full_url }) => !paths.has(`/${full_url}`));
  return { title: SITE_TITLE, posts, pages: [...posts, TEMPLATE], sections, ownSections };
}
