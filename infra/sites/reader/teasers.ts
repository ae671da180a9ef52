import { markup, type Html } from './html.ts';
import type { Frame, Listed } from './layout.ts';
import type { Teaser } from './read.ts';

/** A list of posts with links to newer and older ones. */
export function renderPosts(
  { frame, query, list: { body, next } }: Listed,
  { empty, hasLead }: Form = NEWS,
): Html {
  const isFirst = !query.has('cursor');
  const teasers = body.map((post, index) => renderTeaser(post, frame, hasLead && isFirst && index === 0));
  const list = body.length > 0 ? markup`<div class="stories">${teasers}</div>` : markup`<p>${empty}</p>`;
  return markup`${list}
${renderPageLinks(query, next)}`;
}

/** How a list looks. */
interface Form {
  /** The text instead of an empty list. */
  empty: string;
  /** Whether the first post of the first page is larger than the others. */
  hasLead: boolean;
}

const NEWS: Form = { empty: 'There are no stories here yet.', hasLead: true };

/** A cursor leads only to older posts, so the address of a page has those of at most so many pages before it. */
const MAX_NEWER = 8;
const CURSORS = /^[\w-]{1,200}(?:\.[\w-]{1,200})*$/;

/** After MAX_NEWER steps back comes the first page. */
function renderPageLinks(query: URLSearchParams, next: Listed['list']['next']): Html | null {
  const { cursor, newer = '', ...others } = Object.fromEntries(query);
  const before = CURSORS.test(newer) ? newer.split('.') : [];
  const address = (own: string | undefined, trail: readonly string[]): string => {
    const position = {
      ...(own !== undefined && { cursor: own }),
      ...(trail.length > 0 && { newer: trail.join('.') }),
    };
    return `?${new URLSearchParams({ ...others, ...position }).toString()}`;
  };
  const trail = cursor === undefined ? [] : [...before, cursor].slice(-MAX_NEWER);
  if (cursor === undefined && !next) return null;
  return markup`<nav class="pages" aria-label="Pages">${
    cursor !== undefined &&
    markup`<a rel="prev" href="${address(before.at(-1), before.slice(0, -1))}">Newer stories</a>`
  }${next && markup`<a rel="next" href="${address(next.cursor, trail)}">Older stories</a>`}</nav>`;
}

function renderTeaser(post: Teaser, frame: Frame, isLead: boolean): Html {
  const { headline = '', subheadline = '', description = '', post_url = '' } = post;
  const sizes = isLead ? '(min-width: 60rem) 40rem, 100vw' : '(min-width: 40rem) 22rem, 100vw';
  const { pathname } = new URL(post_url, 'http://site.invalid');
  return markup`<article${isLead && markup` class="lead"`}>
${renderPicture(post, sizes, { isFirst: isLead })}
<h2><a href="${pathname}">${headline}</a></h2>
<p>${subheadline === '' ? description : subheadline}</p>
<p class="facts">${renderAuthors(post)} ${renderTime(post, frame)}</p>
</article>`;
}

export function renderAuthors({ roar_authors = [] }: Pick<Teaser, 'roar_authors'>): Html {
  const links = roar_authors.map(
    ({ name, title }, index) =>
      markup`${index > 0 && ', '}<a rel="author" href="/u/${encodeURIComponent(name)}/">${title}</a>`,
  );
  return markup`${links}`;
}

export function renderTime({ created_ts = 0 }: Pick<Teaser, 'created_ts'>, frame: Frame): Html {
  const date = new Date(created_ts * 1000);
  const { language, timeZone } = frame;
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone });
  return markup`<time datetime="${date.toISOString()}">${format.format(date)}</time>`;
}

interface Shown {
  /** The picture that a reader sees first is loaded first, the others when they come into view. */
  isFirst: boolean;
  alt?: string;
}

/** `sizes` says how wide the picture is shown, as the attribute does; `image_info` has its widths, such as `600x`. */
export function renderPicture(
  { image_info = {} }: Pick<Teaser, 'image_info'>,
  sizes: string,
  { isFirst, alt = '' }: Shown,
): Html | null {
  const widths = Object.entries(image_info).flatMap(([name, url]) => {
    const width = /^(\d+)x$/.exec(name)?.[1];
    return width === undefined ? [] : [{ width: Number(width), url }];
  });
  const largest = widths.toSorted((one, other) => other.width - one.width)[0];
  if (!largest) return null;
  const srcset = widths.map(({ width, url }) => `${url} ${width}w`).join(', ');
  const loading = isFirst ? markup` fetchpriority="high"` : markup` loading="lazy"`;
  return markup`<img class="picture" src="${largest.url}" srcset="${srcset}" sizes="${sizes}" alt="${alt}"${loading}>`;
}
