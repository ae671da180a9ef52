import { markup, type Html } from './html.ts';
import type { Posts, Section } from './read.ts';

/** What all pages show. */
export interface Frame {
  title: string;
  /** BCP 47, such as `en`. */
  language: string;
  timeZone: string;
  sections: readonly Section[];
  /** The path of the page, to mark its place in the navigation. */
  path: string;
}

export interface View {
  title: string;
  /** The tags of a post's head, which contain its title; other pages have only a title. */
  head?: Html;
  /** The feed of the page's posts, as a query of the feeds. */
  feed?: string;
  main: Html;
}

/** A page of a list, with the query of its address. */
export interface Listed {
  frame: Frame;
  query: URLSearchParams;
  list: Posts;
}

/** The decoded path of a section's page. */
export function sectionPath({ full_url }: Section): string {
  return `/${full_url}`;
}

export function renderPage(frame: Frame, { title, head, feed = '', main }: View): string {
  const name = title === frame.title ? title : `${title} – ${frame.title}`;
  return markup`<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head ?? markup`<title>${name}</title><meta name="description" content="${name}">`}
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/site.css">
<link rel="alternate" type="application/rss+xml" title="${name}" href="/feeds/rss.xml${feed}">
<link rel="alternate" type="application/feed+json" title="${name}" href="/feeds/feed.json${feed}">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${header(frame)}
<main id="main">${main}</main>
<footer><p>© ${frame.title} · <a href="/feeds/rss.xml${feed}">RSS</a> · <a href="/sitemap.xml">Sitemap</a></p></footer>
</body>
</html>
`.text;
}

function header({ title, sections, path }: Frame): Html {
  const top = sections.filter(({ parent_id }) => parent_id === 0);
  return markup`<header>
<p class="title"><a href="/">${title}</a></p>
<form action="/search" role="search">
<input type="search" name="q" aria-label="Search the stories" placeholder="Search" required maxlength="200">
<button>Search</button>
</form>
${top.length > 0 && markup`<nav aria-label="Sections"><ul>${top.map(section => markup`<li>${navigationLink(section, path)}</li>`)}</ul></nav>`}
</header>`;
}

/** Marks the section whose page this is, and the one that contains the page. */
function navigationLink(section: Section, path: string): Html {
  const own = sectionPath(section);
  const plain = path.replace(/\/$/, '');
  const current = plain === own ? 'page' : plain.startsWith(`${own}/`) && 'true';
  return markup`<a href="${encodeURI(own)}"${current && markup` aria-current="${current}"`}>${section.title}</a>`;
}
