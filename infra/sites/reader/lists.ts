import { isBlank } from '../../../shared/platform/values/blank.ts';
import { cleanLine } from '../../../shared/platform/values/clean.ts';
import { renderBody } from './body/body.ts';
import { markup, type Html } from './html.ts';
import type { Listed, View } from './frame.ts';
import { MAX_PHRASE, renderSearchForm } from './layout.ts';
import type { Author } from './read.ts';
import { findPicture } from './pictures.ts';
import { renderTeaser } from './teasers.ts';
import { fill, type Texts } from './texts/index.ts';

/** Pages of lists: what is in `main`, and what the head says. Those of sections and tags are in topics.ts. */

/** The first post of the first page leads; the others are rows, in which a missing picture leaves no gap. */
export function renderPosts(listed: Listed, { empty, hasLead = true, hasLabel = true }: Form = {}): Html {
  const { frame, query, list } = listed;
  const isFirst = !query.has('cursor');
  const teasers = list.body.map((post, index) => {
    const isLead = hasLead && isFirst && index === 0;
    return renderTeaser(post, frame, { form: isLead ? 'lead' : 'row', isFirst: isLead, hasLabel });
  });
  const rows =
    teasers.length > 0
      ? markup`<div class="stories">${teasers}</div>`
      : (empty ?? markup`<p class="empty">${frame.texts.empty}</p>`);
  return markup`${rows}
${renderPageLinks(query, list.next, frame.texts)}`;
}

interface Form {
  /** Instead of an empty list. */
  empty?: Html;
  hasLead?: boolean;
  hasLabel?: boolean;
}

export function showHome(listed: Listed): View {
  const { title } = listed.frame;
  const main = markup`<h1 class="hidden">${title}</h1>${renderPosts(listed, { hasLead: false })}`;
  return { title, isUnlisted: true, main };
}

export function showAuthor(
  { name, displayname, photo_small: photo, about_html, bio }: Author,
  listed: Listed,
): View {
  const about = about_html.trim() !== '' && renderBody(about_html, listed.frame);
  const main = markup`<div class="listing"><header class="profile">
<img src="${photo}" alt="" width="112" height="112">
<div><h1>${displayname}</h1>${about}</div></header>${renderPosts(listed, { hasLead: false })}</div>`;
  return {
    title: displayname,
    path: `/u/${name}/`,
    feed: buildFeedQuery({ author: name }),
    description: bio,
    ...describeList(listed),
    image: photo,
    hasPortrait: true,
    main,
  };
}

const WORDS_THAT_FIT = new RegExp(`^.{1,${MAX_PHRASE}}(?!\\S)`, 'u');
const START = new RegExp(`^.{1,${MAX_PHRASE}}`, 'u');

/** The search phrase of an address; one that is too long is cut after the last word that fits. */
export function readPhrase(text: string): string {
  const phrase = cleanLine(text.replace(/\s+/g, ' ')).trim();
  if (isBlank(phrase)) return '';
  const [fitting = ''] = WORDS_THAT_FIT.exec(phrase) ?? START.exec(phrase) ?? [];
  return fitting.trimEnd();
}

export function showSearch(phrase: string, listed: Listed | undefined, frame: Listed['frame']): View {
  const { texts } = frame;
  const title = phrase === '' ? texts.search : fill(texts.searchTitle, phrase);
  const empty = markup`<p class="empty">${texts.searchEmpty} ${texts.searchHint}</p>`;
  const posts = listed
    ? renderPosts(listed, { empty, hasLead: false })
    : markup`<p class="empty">${texts.searchStart}</p>`;
  const main = markup`<div class="listing"><h1>${title}</h1>${renderSearchForm(frame, phrase)}${posts}</div>`;
  return { title, isUnlisted: true, main };
}

export function showList(title: string, listed: Listed, above: Html | null = null): View {
  const main = markup`<div class="listing"><h1>${title}</h1>${above}${renderPosts(listed)}</div>`;
  return { title, ...describeList(listed), main };
}

export function describeList({ query, list }: Listed): Pick<View, 'image' | 'isUnlisted'> {
  return { image: findPicture(list.body), isUnlisted: query.has('cursor') };
}

export function buildFeedQuery(query: Record<string, string>): string {
  return `?${new URLSearchParams(query).toString()}`;
}

/** A cursor leads only to older posts, so the address of a page has those of at most so many pages before it. */
const MAX_NEWER = 8;
const CURSORS = /^[\w-]{1,200}(?:\.[\w-]{1,200})*$/;

/** Links to newer and older pages of a list. After MAX_NEWER steps back comes the first page. */
function renderPageLinks(query: URLSearchParams, next: Listed['list']['next'], texts: Texts): Html | null {
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
  return markup`<nav class="pages" aria-label="${texts.pages}">${
    cursor !== undefined &&
    markup`<a rel="prev" href="${address(before.at(-1), before.slice(0, -1))}">${texts.newer}</a>`
  }${next && markup`<a rel="next" href="${address(next.cursor, trail)}">${texts.older}</a>`}</nav>`;
}
