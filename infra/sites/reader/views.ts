import { markup, trustHtml, type Html } from './html.ts';
import { sectionPath, type Frame, type Listed, type View } from './layout.ts';
import type { Author, Post, Section } from './read.ts';
import { renderAuthors, renderPicture, renderPosts, renderTime } from './teasers.ts';

/** The pages of the site: what is in `main`, and what the head says. */

export function showFrontPage(listed: Listed): View {
  const { title } = listed.frame;
  return { title, main: markup`<h1 class="hidden">${title}</h1>${renderPosts(listed)}` };
}

export function showSection(section: Section, listed: Listed): View {
  const { title, full_url, id } = section;
  const parts = listed.frame.sections.filter(({ parent_id }) => parent_id === id);
  const links = parts.map(
    part => markup`<li><a href="${encodeURI(sectionPath(part))}">${part.title}</a></li>`,
  );
  const navigation = markup`<nav aria-label="Parts of ${title}"><ul>${links}</ul></nav>`;
  const main = markup`<h1>${title}</h1>${parts.length > 0 && navigation}${renderPosts(listed)}`;
  return { title, feed: buildFeedQuery({ section: full_url }), main };
}

export function showTag(tag: string, listed: Listed): View {
  return { ...showList(tag, listed), feed: buildFeedQuery({ tag }) };
}

export function showAuthor({ name, displayname }: Author, listed: Listed): View {
  return { ...showList(displayname, listed), feed: buildFeedQuery({ author: name }) };
}

export function showSearch(phrase: string, listed: Listed): View {
  const title = `Stories with “${phrase}”`;
  const form = { empty: 'No story has all these words.', hasLead: false };
  return { title, main: markup`<h1>${title}</h1>${renderPosts(listed, form)}` };
}

function showList(title: string, listed: Listed): View {
  return { title, main: markup`<h1>${title}</h1>${renderPosts(listed)}` };
}

export function showPost(post: Post, frame: Frame): View {
  const { headline, subheadline, public_tags: tags } = post;
  const main = markup`<article class="post">
<h1>${headline}</h1>
${subheadline !== '' && markup`<p class="subheadline">${subheadline}</p>`}
<p class="facts">${renderAuthors(post)} ${renderTime(post, frame)}</p>
${renderFigure(post)}
<div class="body">${trustHtml(post.body_html ?? '')}</div>
${tags.length > 0 && markup`<ul class="tags">${tags.map(renderTag)}</ul>`}
</article>`;
  return { title: headline, head: trustHtml(post.head_html ?? ''), main };
}

function renderFigure(post: Post): Html | null {
  const { photo_caption: caption, photo_credit: credit } = post;
  const picture = renderPicture(post, '(min-width: 44rem) 42rem, 100vw', { isFirst: true, alt: caption });
  const texts = [caption, credit].filter(text => text !== '').join(' · ');
  return (
    picture && markup`<figure>${picture}${texts !== '' && markup`<figcaption>${texts}</figcaption>`}</figure>`
  );
}

function renderTag(tag: string): Html {
  return markup`<li><a rel="tag" href="/tags/${encodeURIComponent(tag)}">${tag}</a></li>`;
}

function buildFeedQuery(query: Record<string, string>): string {
  return `?${new URLSearchParams(query).toString()}`;
}

function notice(title: string, text: Html): View {
  return { title, main: markup`<h1>${title}</h1><p>${text}</p>` };
}

/** Pages instead of what was asked for. */
export const NOTICES = {
  missing: notice(
    'This page does not exist',
    markup`The address may be wrong, or the story was taken down. <a href="/">Go to the front page</a>.`,
  ),
  closed: notice(
    'This site is not open yet',
    markup`Its posts need a key. To let everybody read what is published, set <code>features.publicRead</code>.`,
  ),
  failed: notice('This page can’t be shown now', markup`Please try again in a minute.`),
} satisfies Record<string, View>;
