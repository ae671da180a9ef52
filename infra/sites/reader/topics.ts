import { renderBody } from './body/body.ts';
import { markup, type Html } from './html.ts';
import type { Frame, Listed, View } from './frame.ts';
import { buildFeedQuery, describeList, renderPosts } from './lists.ts';
import { findPicture, renderCrop } from './pictures.ts';
import type { Section, Topic } from './read.ts';
import { sectionPath } from './sections.ts';
import { findWriting } from './tags/tags.ts';
import { fill } from './texts/index.ts';

/** Pages of sections and tags: lists with a picture and a text at their top, where the newsroom gave them any. */

export function showSection(section: Section, listed: Listed): View {
  const { title, url, id } = section;
  const { frame } = listed;
  const parts = frame.sections.filter(({ parent_id }) => parent_id === id);
  const links = parts.map(
    part => markup`<li><a href="${encodeURI(sectionPath(part))}">${part.title}</a></li>`,
  );
  const navigation =
    parts.length > 0 && markup`<nav aria-label="${fill(frame.texts.parts, title)}"><ul>${links}</ul></nav>`;
  const stories = markup`${navigation}${renderPosts(listed, { hasLabel: false })}`;
  return { ...showTopic(section, listed, stories), feed: buildFeedQuery({ section: url }), section };
}

/** A tag has a picture and a text where a record describes it. */
export function showTag(key: string, record: Topic | undefined, listed: Listed): View {
  const tag = findWriting(key, listed.list.body);
  const topic = record ?? { title: tag, meta_title: null, about_html: '', header: {} };
  return { ...showTopic(topic, listed, renderPosts(listed)), feed: buildFeedQuery({ tag }) };
}

function showTopic(topic: Topic, listed: Listed, stories: Html): View {
  const { title, meta_title, about_html, header } = topic;
  const { image, ...facts } = describeList(listed);
  const main = markup`<div class="listing">${renderHeader(topic)}<h1>${title}</h1>${renderAbout(about_html, listed.frame)}${stories}</div>`;
  return {
    title: meta_title === null || meta_title === '' ? title : meta_title,
    description: toPlainText(about_html),
    ...facts,
    image: findPicture([header]) ?? image,
    main,
  };
}

/** The sizes are those of a listing, which has a greatest width. */
function renderHeader({ header }: Topic): Html | null {
  const { image_alt: alt = '' } = header;
  return renderCrop(header, { sizes: '(min-width: 56rem) 56rem, 100vw', isFirst: true, alt, ratio: 3 });
}

function renderAbout(about_html: string, frame: Frame): Html | false {
  return about_html.trim() !== '' && markup`<div class="about">${renderBody(about_html, frame)}</div>`;
}

/** Safe HTML has no other entities. */
function toPlainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
