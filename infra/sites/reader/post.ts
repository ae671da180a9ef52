import { toStoryUrl } from '../../../shared/platform/text/site-paths.ts';
import { renderBody } from './body/body.ts';
import { renderLead } from './body/lead.ts';
import { renderListicle } from './body/listicle.ts';
import { renderBreadcrumbs } from './head.ts';
import { markup, trustHtml, type Html } from './html.ts';
import type { Frame, View } from './frame.ts';
import {
  renderBadges,
  renderBiographies,
  renderProduct,
  renderShareLinks,
  renderTags,
} from './post-parts.ts';
import type { Post, Teaser } from './read.ts';
import { findSection } from './sections.ts';
import { renderAuthors, renderLabel, renderMinute, renderTeaser } from './teasers.ts';
import { fill } from './texts/index.ts';

interface Around {
  related: readonly Teaser[];
  isPreview: boolean;
}

/** The page of a post: each of its fields that readers may see has its place. */
export function showPost(found: Post, frame: Frame, { related, isPreview }: Around): View {
  const post = placeOnSite(found);
  const { headline, subheadline } = post;
  const { lead, others } = renderLead(post, frame);
  const main = markup`${isPreview && markup`<p class="notice" role="status">${frame.texts.preview}</p>`}
<article class="post">
<header>${renderLabel(post, frame)}<h1 dir="auto">${headline}</h1>
${subheadline !== '' && markup`<p class="subheadline" dir="auto">${subheadline}</p>`}
${renderByline(post, frame)}</header>
${lead}
<div class="body">${renderText(post, frame)}</div>
${others}
${renderProduct(post, frame)}
<footer>${renderBadges(post)}${renderTags(post, frame)}${!isPreview && renderShareLinks(post, frame)}
${renderBiographies(post, frame)}</footer>
</article>
${renderRelated(related, frame)}`;
  return { title: headline, head: renderHead(post, frame), main };
}

/** A post whose path a page of the service hides has its page elsewhere, of which the head of the API knows nothing. */
function placeOnSite(post: Post): Post {
  const post_url = toStoryUrl(post.post_url);
  if (post_url === post.post_url) return post;
  return {
    ...post,
    post_url,
    head_html: post.head_html?.replaceAll(`${post.post_url}"`, `${post_url}"`) ?? '',
  };
}

function renderHead(post: Post, frame: Frame): Html {
  const section = findSection(post, frame.sections);
  const step = { name: post.headline, url: post.post_url };
  return markup`${trustHtml(post.head_html ?? '')}
<link rel="alternate" hreflang="${frame.language}" href="${post.post_url}">
${section && renderBreadcrumbs(frame, section, step)}`;
}

/** The body with its list where it is marked, else before or after the body. */
function renderText(post: Post, frame: Frame): Html {
  const { body_html = '', listicle } = post;
  const list = renderListicle(post, frame);
  const body = renderBody(body_html, frame, { listicle: list });
  if (!list || /<listicle[\s>]/.test(body_html)) return body;
  return listicle?.settings?.body_text_above ? markup`${body}${list}` : markup`${list}${body}`;
}

/** A later change is worth telling when readers may have seen the post before it. */
const MIN_CHANGE_S = 60;

function renderByline(post: Post, frame: Frame): Html {
  const { roar_authors: authors, created_ts, updated_ts, last_published_ts, time_to_read } = post;
  const minutes = Math.max(1, Math.round(time_to_read.in_seconds / 60));
  const publishedTs = Math.max(created_ts, last_published_ts ?? 0);
  const isUpdated = updated_ts > publishedTs + MIN_CHANGE_S && post.status === 'published';
  const updated =
    isUpdated && trustHtml(fill(markup`${frame.texts.updated}`.text, renderMinute(updated_ts, frame).text));
  const photos = authors.map(
    ({ avatar_small: avatar }) => markup`<img src="${avatar}" alt="" width="44" height="44" loading="lazy">`,
  );
  const reading = post.words_count > 0 && markup`<span>${fill(frame.texts.readingTime, minutes)}</span>`;
  return markup`<div class="byline">${authors.length > 0 && markup`<p class="photos">${photos}</p>`}
<div class="facts"><p>${renderAuthors(post)}</p>
<p>${renderMinute(created_ts, frame)}${updated && markup` <span>${updated}</span>`}${reading && markup` ${reading}`}</p></div></div>`;
}

function renderRelated(posts: readonly Teaser[], frame: Frame): Html | null {
  if (posts.length === 0) return null;
  const cards = posts.map(post => renderTeaser(post, frame, { form: 'card', level: 3 }));
  return markup`<section class="related" aria-labelledby="related"><h2 id="related">${frame.texts.related}</h2>
<div class="cards of-${posts.length}">${cards}</div></section>`;
}
