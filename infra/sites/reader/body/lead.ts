import { markup, type Html } from '../html.ts';
import type { Frame } from '../frame.ts';
import { renderWhole } from '../pictures.ts';
import type { Post } from '../read.ts';
import { renderBody } from './body.ts';
import { renderEmbed, toEmbed } from './embeds.ts';

/**
 * What is shown at the top of a post, by precedence: picture, media, video. What gives way is shown below the body, so that nothing of a post
 * is left out.
 */
export function renderLead(post: Post, frame: Frame): { lead: Html | null; others: Html[] } {
  const [lead = null, ...others] = [
    renderPhoto(post),
    renderMedia(post, frame),
    renderVideo(post, frame),
  ].filter(part => part !== null);
  return { lead, others };
}

function renderPhoto(post: Post): Html | null {
  const { photo_caption: caption, photo_credit: credit } = post;
  const picture = renderWhole(post, {
    sizes: '(min-width: 64rem) 61rem, 100vw',
    isFirst: true,
    alt: post.image_alt || caption,
  });
  return picture && markup`<figure class="photo">${picture}${renderCaption(caption, credit)}</figure>`;
}

/** A caption with the credit of its picture. */
export function renderCaption(caption: string, credit: string): Html | null {
  if (caption === '' && credit === '') return null;
  return markup`<figcaption dir="auto">${caption}${credit !== '' && markup` <cite>${credit}</cite>`}</figcaption>`;
}

function renderMedia({ media }: Post, frame: Frame): Html | null {
  return media.trim() === '' ? null : markup`<div class="media">${renderBody(media, frame)}</div>`;
}

const FILE = /\.(?:mp4|m4v|webm|ogv|mov)$/i;

function renderVideo({ video, headline }: Post, frame: Frame): Html | null {
  if (video === '') return null;
  const isFile = URL.canParse(video) && FILE.test(new URL(video).pathname);
  if (isFile)
    return markup`<div class="media"><video controls preload="none" src="${video}" aria-label="${headline}"></video></div>`;
  const embed = toEmbed(video, headline);
  if (embed) return markup`<div class="media">${renderEmbed(embed, frame)}</div>`;
  return markup`<p class="media"><a href="${video}" rel="noopener">${frame.texts.play}</a></p>`;
}
