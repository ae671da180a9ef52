// What pages show of a post. All but the fields `…_html` is plain text, which pages escape.

/**
 * @typedef {object} View
 * @property {number} id
 * @property {string} slug the path, such as /news/the-bridge
 * @property {string} href the path as links have it, percent-encoded
 * @property {string} post_url
 * @property {string} headline
 * @property {string} subheadline
 * @property {string} description
 * @property {number[]} sections
 * @property {string} byline
 * @property {string} date in the zone of the newsroom
 * @property {string} iso
 * @property {string} picture the address of the teaser's picture, or nothing
 * @property {string} figure_html
 * @property {string} body_html
 * @property {string} head_html
 */

/** What a page and a teaser show of a post. @returns {View} */
export function toView(post) {
  const { id, slug, post_url, headline, subheadline, description, sections, body_html, head_html } = post;
  return {
    ...{ id, slug, post_url, headline, subheadline, description, sections, body_html, head_html },
    href: encodePath(slug),
    byline: (post.roar_authors ?? []).map(({ title }) => title).join(', '),
    date: post.formated_full_created_ts,
    iso: new Date(post.created_ts * 1000).toISOString(),
    picture: post.image_info?.['600x'] ?? post.image ?? '',
    figure_html: toFigure(post),
  };
}

function toFigure({ image, image_info, image_dimensions, image_alt, photo_caption, photo_credit }) {
  const picture = image_info?.['980x'] ?? image;
  if (!picture) return '';
  const words = [photo_caption, photo_credit].filter(Boolean).join(' · ');
  const caption = words && `<figcaption>${escape(words)}</figcaption>`;
  const measures = toMeasures(image_info ?? {}, image_dimensions ?? {});
  return `<figure><img src="${escape(picture)}"${measures} alt="${escape(image_alt ?? '')}">${caption}</figure>`;
}

/** The whole picture in its sizes, each width once, so that a phone loads a small one, and its place is kept before it is loaded. */
function toMeasures(urls, dimensions) {
  const names = Object.keys(urls).filter(name => /^\d+x$/.test(name) && dimensions[name]);
  const widths = new Map(names.map(name => [dimensions[name].width, urls[name]]));
  if (widths.size === 0) return '';
  const srcset = [...widths].map(([width, url]) => `${escape(url)} ${width}w`).join(', ');
  const { width, height } = dimensions['980x'] ?? {};
  const place = width && height ? ` width="${width}" height="${height}"` : '';
  return ` srcset="${srcset}" sizes="(min-width: 44rem) 42rem, 100vw"${place}`;
}

function escape(text) {
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
}

/** A path as links have it. */
export function encodePath(path) {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** The path of an address; null when it is not validly percent-encoded. */
export function decodePath(pathname) {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

/** A post whose page is a template: the server puts a preview, or a post that is newer than the build, in place of the marks. */
export const TEMPLATE = {
  slug: '/_template',
  sections: [],
  ...Object.fromEntries(
    ['headline', 'subheadline', 'byline', 'date', 'iso', 'figure_html', 'body_html', 'head_html'].map(
      name => [name, `[[${name}]]`],
    ),
  ),
};

/** The page of a post from the built page of the template. */
export function fillTemplate(page, post) {
  return page.replaceAll(/\[\[(\w+)\]\]/g, (mark, name) => {
    const text = post[name];
    if (typeof text !== 'string') return mark;
    return name.endsWith('_html') ? text : escape(text);
  });
}
