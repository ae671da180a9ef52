import { toTagPath } from '../../../shared/platform/text/tag.ts';
import * as v from 'valibot';
import { renderBody } from './body/body.ts';
import { markup, type Html } from './html.ts';
import type { Frame } from './frame.ts';
import type { Post } from './read.ts';
import { fill } from './texts/index.ts';

/** The parts of a post's page below its text. */

const SPONSORED = 1;

export function renderBadges({ badges_details: badges }: Post): Html | null {
  if (badges.length === 0) return null;
  const items = badges.map(({ name, image, description, link, category }) => {
    const rel = category === SPONSORED ? 'sponsored noopener' : 'noopener';
    const picture = image !== '' && markup`<img src="${image}" alt="" width="32" height="32" loading="lazy">`;
    const label =
      typeof link === 'object' ? markup`<a href="${link.url}" rel="${rel}">${name}</a>` : markup`${name}`;
    return markup`<li>${picture}<span><b>${label}</b>${description !== '' && markup` ${description}`}</span></li>`;
  });
  return markup`<ul class="badges">${items}</ul>`;
}

export function renderTags({ public_tags: tags }: Post, { texts }: Frame): Html | null {
  if (tags.length === 0) return null;
  const links = tags.map(tag => {
    const path = toTagPath(tag);
    const name =
      path === undefined ? markup`<span>${tag}</span>` : markup`<a rel="tag" href="${path}">${tag}</a>`;
    return markup`<li>${name}</li>`;
  });
  return markup`<ul class="tags" aria-label="${texts.tags}">${links}</ul>`;
}

/** Links that open the page of a network with the post's address: nothing of the network is on this page. */
export function renderShareLinks({ post_url, headline }: Post, { texts }: Frame): Html {
  const [url, text] = [encodeURIComponent(post_url), encodeURIComponent(headline)];
  const targets = [
    ['E-mail', `mailto:?subject=${text}&body=${url}`],
    ['WhatsApp', `https://wa.me/?text=${text}%20${url}`],
    ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${url}`],
    ['Bluesky', `https://bsky.app/intent/compose?text=${text}%20${url}`],
    ['X', `https://x.com/intent/post?text=${text}&url=${url}`],
  ];
  const links = targets.map(
    ([name, href]) => markup`<li><a href="${href}" rel="nofollow noopener">${name}</a></li>`,
  );
  return markup`<div class="share"><p>${texts.share}</p><ul>${links}</ul></div>`;
}

/** The biographies of the authors who have one. */
export function renderBiographies({ roar_authors: authors }: Post, frame: Frame): Html[] {
  return authors
    .filter(({ about_html }) => about_html.trim() !== '')
    .map(
      ({ name, title, avatar_small: avatar, about_html }) => markup`<section class="bio">
<img src="${avatar}" alt="" width="72" height="72" loading="lazy">
<div><h2><a href="/u/${encodeURIComponent(name)}/">${title}</a></h2>${renderBody(about_html, frame, { below: 2 })}</div></section>`,
    );
}

/** The fields of a product that pages show; posts store more kinds of values. */
const Product = v.object({
  name: v.fallback(v.string(), ''),
  brand: v.fallback(v.string(), ''),
  price: v.fallback(v.nullable(v.number()), null),
  currency: v.fallback(v.string(), ''),
  url: v.fallback(v.string(), ''),
  rating: v.fallback(v.nullable(v.number()), null),
  description: v.fallback(v.string(), ''),
});

export function renderProduct({ product }: Pick<Post, 'product'>, { texts, language }: Frame): Html | null {
  if (product === null) return null;
  const { name, brand, price, currency, url, rating, description } = v.parse(Product, product);
  const title = name === '' ? url : name;
  const facts = [
    brand,
    price === null ? '' : formatPrice(price, currency, language),
    rating === null ? '' : fill(texts.rating, new Intl.NumberFormat(language).format(rating)),
  ].filter(fact => fact !== '');
  return markup`<section class="product"><h2>${url === '' ? title : markup`<a href="${url}" rel="noopener">${title}</a>`}</h2>
${facts.length > 0 && markup`<p class="facts">${facts.join(' · ')}</p>`}${description !== '' && markup`<p dir="auto">${description}</p>`}</section>`;
}

function formatPrice(price: number, currency: string, language: string): string {
  const isCode = /^[A-Z]{3}$/.test(currency);
  const options = isCode ? ({ style: 'currency', currency } as const) : {};
  return `${new Intl.NumberFormat(language, options).format(price)}${isCode ? '' : ` ${currency}`}`;
}
