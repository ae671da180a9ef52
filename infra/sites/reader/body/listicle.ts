import { markup, trustHtml, type Html } from '../html.ts';
import type { Frame } from '../frame.ts';
import { renderWhole } from '../pictures.ts';
import type { Post } from '../read.ts';
import { fill } from '../texts/index.ts';
import { renderBody } from './body.ts';
import { renderCaption } from './lead.ts';

type Listicle = NonNullable<Post['listicle']>;
type Item = NonNullable<Listicle['items']>[number];

const SLIDESHOW = 2;

/** The items of a list post. A slideshow is shown as a sequence: each picture with its place in the whole. */
export function renderListicle({ listicle }: Post, frame: Frame): Html | undefined {
  const items = listicle?.items ?? [];
  if (items.length === 0) return undefined;
  const isSlideshow = listicle?.settings?.layout_type === SLIDESHOW;
  const rendered = items.map((item, index) => {
    const place =
      isSlideshow && markup`<p class="place">${fill(frame.texts.item, index + 1, items.length)}</p>`;
    return markup`<li>${place}${renderItem(item, frame)}</li>`;
  });
  return markup`<ol class="listicle${isSlideshow ? ' slides' : ''}">${rendered}</ol>`;
}

function renderItem(item: Item, frame: Frame): Html {
  const {
    headline = '',
    headline_html = '',
    body = '',
    media = '',
    caption = '',
    credit = '',
    image_alt = '',
  } = item;
  const title = headline_html === '' ? markup`${headline}` : trustHtml(withoutHeadings(headline_html));
  const picture = renderWhole(
    { ...item, image: null },
    { sizes: '(min-width: 44rem) 42rem, 100vw', alt: image_alt === '' ? caption : image_alt },
  );
  return markup`${title.text !== '' && markup`<h2 dir="auto">${title}</h2>`}
${picture && markup`<figure>${picture}${renderCaption(caption, credit)}</figure>`}
${media !== '' && markup`<div class="media">${renderBody(media, frame, { below: 2 })}</div>`}
${!picture && renderTexts(caption, credit)}${renderBody(body, frame, { below: 2 })}`;
}

function renderTexts(caption: string, credit: string): Html | false {
  return caption + credit !== '' && markup`<p class="facts" dir="auto">${caption} ${credit}</p>`;
}

/** A headline stands in a heading of its own. */
function withoutHeadings(html: string): string {
  return html.replace(/<\/?(?:h[1-6]|p|div)(?:\s[^>]*)?>/g, '');
}
