import { formatToday } from './dates.ts';
import type { Frame, SiteAnswer, View } from './frame.ts';
import { renderListHead } from './head.ts';
import { markup, type Html } from './html.ts';
import { listTopSections, sectionPath } from './sections.ts';
import { isRightToLeft } from './texts/index.ts';

export function page(status: number, frame: Frame, view: View): SiteAnswer {
  return { status, type: 'text/html', body: renderPage(frame, view) };
}

function renderPage(frame: Frame, view: View): string {
  const { title, head, feed = '', main } = view;
  const { language, texts } = frame;
  const name = title === frame.title ? title : `${title} – ${frame.title}`;
  // Without a feed of its own, a page names that of all stories.
  const feedTitle = feed === '' ? frame.title : name;
  return markup`<!doctype html>
<html lang="${language}"${isRightToLeft(language) && markup` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head ?? renderListHead(frame, view, name)}
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/site.css">
<link rel="alternate" type="application/rss+xml" title="${feedTitle}" href="/feeds/rss.xml${feed}">
<link rel="alternate" type="application/atom+xml" title="${feedTitle}" href="/feeds/atom.xml${feed}">
<link rel="alternate" type="application/feed+json" title="${feedTitle}" href="/feeds/feed.json${feed}">
</head>
<body>
<a class="skip" href="#main">${texts.skip}</a>
${renderHeader(frame)}
<main id="main">${main}</main>
${renderFooter(frame, feed)}
</body>
</html>
`.text;
}

function renderHeader(frame: Frame): Html {
  const { title, theme, path, nowMs } = frame;
  const isFront = path === '/';
  const name = theme.logo === undefined ? title : markup`<img src="${theme.logo}" alt="${title}">`;
  return markup`<header class="masthead">
<p class="today">${formatToday(nowMs, frame)}</p>
<p class="title"><a href="/">${name}</a></p>
${isFront && theme.tagline !== undefined && markup`<p class="tagline">${theme.tagline}</p>`}
${renderSearchForm(frame)}
${renderMenu(frame)}
</header>`;
}

/** The longest phrase to search for. */
export const MAX_PHRASE = 200;

/** A page may have two search forms, of which only the masthead's is a landmark. */
export function renderSearchForm({ texts }: Frame, phrase?: string): Html {
  const value = phrase !== undefined && phrase !== '' && markup` value="${phrase}"`;
  return markup`<form action="/search"${phrase === undefined && markup` role="search"`}>
<input type="search" name="q" aria-label="${texts.searchStories}" placeholder="${texts.search}"${value} required maxlength="${MAX_PHRASE}">
<button>${texts.search}</button>
</form>`;
}

function renderMenu({ sections, path, theme: { menu }, texts }: Frame): Html | null {
  const links =
    menu?.map(({ title, url }) => ({ title, url })) ??
    listTopSections(sections).map(section => ({
      title: section.title,
      url: encodeURI(sectionPath(section)),
    }));
  if (links.length === 0) return null;
  const items = links.map(
    ({ title, url }) => markup`<li><a href="${url}"${markCurrent(url, path)}>${title}</a></li>`,
  );
  return markup`<nav aria-label="${texts.sections}"><ul>${items}</ul></nav>`;
}

/** Marks the section whose page this is, and the one that contains the page. */
function markCurrent(url: string, path: string): Html | false {
  const plain = encodeURI(path.replace(/\/$/, ''));
  const current = plain === url ? 'page' : plain.startsWith(`${url}/`) && 'true';
  return current && markup` aria-current="${current}"`;
}

function renderFooter({ title, theme: { footer }, texts }: Frame, feed: string): Html {
  const links = [
    ...footer,
    { title: texts.archive, url: '/archive' },
    { title: 'RSS', url: `/feeds/rss.xml${feed}` },
    { title: texts.sitemap, url: '/sitemap.xml' },
  ];
  return markup`<footer><p>© ${title}</p><ul>${links.map(link => markup`<li><a href="${link.url}">${link.title}</a></li>`)}</ul></footer>`;
}
