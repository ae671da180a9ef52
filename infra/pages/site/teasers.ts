import { markup, type Html } from './html.ts';
import type { Frame, Listed } from './layout.ts';
import type { Teaser } from './read.ts';

/** A list of posts with a link to older ones. On its first page, the first post leads. */
export function renderPosts({ frame, query, list: { body, next } }: Listed): Html {
  if (body.length === 0) return markup`<p>There are no stories here yet.</p>`;
  const hasLead = !query.has('cursor');
  const older = new URLSearchParams({ ...Object.fromEntries(query), ...next }).toString();
  return markup`<div class="stories">${body.map((post, index) => renderTeaser(post, frame, hasLead && index === 0))}</div>
${next && markup`<p><a rel="next" href="?${older}">Older stories</a></p>`}`;
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
    ({ name, title }) => markup`<a rel="author" href="/u/${encodeURIComponent(name)}/">${title}</a> `,
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
