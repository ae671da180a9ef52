import { NextResponse, type NextRequest } from 'next/server';
import { findPost, loadNewsroom } from './lib/newsroom.js';
import { decodePath } from './lib/view.js';

/** What a page can't do without giving up that caches may keep it: previews, and the redirect of a former path. */
export async function proxy({ nextUrl }: NextRequest): Promise<NextResponse> {
  const token = nextUrl.searchParams.get('preview');
  if (token) return NextResponse.rewrite(new URL(`/preview/${encodeURIComponent(token)}`, nextUrl));
  // Pages that are made already are shown while the newsroom does not answer.
  const moved = await findMoved(nextUrl.pathname).catch(() => null);
  return moved === null ? NextResponse.next() : NextResponse.redirect(new URL(moved, nextUrl), 301);
}

/** Asks the newsroom only about paths that the site doesn't know. */
async function findMoved(pathname: string): Promise<string | null> {
  const path = decodePath(pathname);
  if (path === null || path === '/') return null;
  const { posts, sections } = await loadNewsroom();
  if (posts.some(({ slug }) => slug === path)) return null;
  if (sections.some(({ full_url }) => `/${full_url}` === path)) return null;
  const post = await findPost(path);
  return post && 'moved_to' in post ? post.moved_to : null;
}

export const config = { matcher: '/((?!_next/|hook$|preview/|feeds/|sitemap\\.xml$|sitemaps/).*)' };
