import { markup, type Html } from './html.ts';
import type { Frame, View } from './frame.ts';
import type { Front, Section, Teaser } from './read.ts';
import { findPicture } from './pictures.ts';
import { listTopSections, listWithin, sectionPath } from './sections.ts';
import { renderTeaser } from './teasers.ts';

/** The lead and the stories beside it. */
const MAX_TOP = 5;
const MAX_LATEST = 8;
const MAX_IN_BLOCK = 4;
/** A block of one story would look like a mistake. */
const MIN_IN_BLOCK = 2;

interface Plan {
  top: Teaser[];
  latest: Teaser[];
  blocks: { section: Section; posts: Teaser[] }[];
}

/** Divides the posts among the parts of the page, each once. */
function planFront({ placed, latest }: Front, { sections, theme }: Frame): Plan {
  const order = new Map([...placed, ...latest].map(post => [post.id, post]));
  const take = (posts: readonly Teaser[], count: number): Teaser[] => {
    const taken = posts.slice(0, count);
    for (const { id } of taken) order.delete(id);
    return taken;
  };
  const top = take([...order.values()], MAX_TOP);
  const blocks = chooseSections(sections, theme.sections).flatMap(section => {
    const ids = listWithin(section, sections);
    const within = [...order.values()].filter(post => post.sections?.some(id => ids.has(id)));
    return within.length < MIN_IN_BLOCK
      ? []
      : [{ section, posts: take(putPictureFirst(within), MAX_IN_BLOCK) }];
  });
  // A whole number of rows of four.
  const rest = [...order.values()].toSorted((one, other) => publishedTs(other) - publishedTs(one));
  const count = Math.min(MAX_LATEST, rest.length - (rest.length > 4 ? rest.length % 4 : 0));
  return { top, blocks, latest: take(rest, count) };
}

function publishedTs({ created_ts = 0 }: Teaser): number {
  return created_ts;
}

function chooseSections(sections: readonly Section[], urls: readonly string[] | undefined): Section[] {
  if (!urls) return listTopSections(sections);
  return urls.flatMap(url => sections.find(({ full_url }) => full_url === url) ?? []);
}

/** The first story of a block has a picture if any of them has. */
function putPictureFirst(posts: readonly Teaser[]): Teaser[] {
  const first = posts.slice(0, MAX_IN_BLOCK).find(hasPicture);
  return first ? [first, ...posts.filter(post => post !== first)] : [...posts];
}

function hasPicture({ image }: Teaser): boolean {
  return typeof image === 'string' && image !== '';
}

export function showFrontPage(front: Front, frame: Frame): View {
  const { title, texts, theme } = frame;
  const plan = planFront(front, frame);
  const parts = {
    top: () => renderTop(plan.top, frame),
    latest: () => renderLatest(plan.latest, frame),
    sections: () => renderBlocks(plan.blocks, frame),
    most_read: () => renderMostRead(front.popular, frame),
  };
  const isEmpty = plan.top.length === 0;
  const main = markup`<h1 class="hidden">${title}</h1>
${isEmpty ? markup`<p class="empty">${texts.empty}</p>` : theme.blocks.map(block => parts[block]())}
${!isEmpty && markup`<nav class="pages" aria-label="${texts.pages}"><a rel="next" href="/archive">${texts.allStories}</a></nav>`}`;
  return { title, description: theme.tagline ?? title, image: findPicture(plan.top), main };
}

/** Without a picture, the lead is a headline across the page, and the other stories stand below it. */
function renderTop([lead, ...others]: readonly Teaser[], frame: Frame): Html | null {
  if (!lead) return null;
  const shape = hasPicture(lead) ? 'pictured' : 'worded';
  const rows = others.map(post => renderTeaser(post, frame, { form: 'row' }));
  return markup`<div class="top ${shape}">${renderTeaser(lead, frame, { form: 'lead', isFirst: true })}
${rows.length > 0 && markup`<div class="seconds of-${rows.length}">${rows}</div>`}</div>`;
}

function renderLatest(posts: readonly Teaser[], frame: Frame): Html | null {
  if (posts.length === 0) return null;
  const lines = posts.map(post => renderTeaser(post, frame, { form: 'line', level: 3 }));
  return markup`<section class="latest" aria-labelledby="latest"><h2 id="latest">${frame.texts.latest}</h2>
<div class="lines">${lines}</div></section>`;
}

/** Blocks with a picture and blocks without one have different heights: side by side they would leave gaps, so they get separate rows. */
function renderBlocks(blocks: Plan['blocks'], frame: Frame): Html[] {
  const isPictured = ({ posts }: Plan['blocks'][number]): boolean => posts.some(hasPicture);
  const bare = blocks.filter(block => !isPictured(block));
  return [...renderRows(blocks.filter(isPictured), frame), ...renderRows(bare, frame)];
}

/** Rows of three blocks; what is left makes a row of two or of four, so that no row has a gap. */
function renderRows(blocks: Plan['blocks'], frame: Frame): Html[] {
  const rows: Html[] = [];
  for (let at = 0; at < blocks.length;) {
    const left = blocks.length - at;
    const count = left === 4 || left === 2 || left === 1 ? left : Math.min(3, left);
    const row = blocks.slice(at, at + count).map(block => renderBlock(block, frame));
    rows.push(markup`<div class="blocks of-${count}">${row}</div>`);
    at += count;
  }
  return rows;
}

function renderBlock(
  { section, posts: [first, ...others] }: Plan['blocks'][number],
  frame: Frame,
): Html | null {
  const options = { level: 3, hasLabel: false } as const;
  return (
    (first &&
      markup`<section class="block"><h2><a href="${encodeURI(sectionPath(section))}">${section.title}</a></h2>
${renderTeaser(first, frame, { ...options, form: 'card' })}
${others.map(post => renderTeaser(post, frame, { ...options, form: 'line' }))}</section>`) ??
    null
  );
}

function renderMostRead(posts: readonly Teaser[], frame: Frame): Html | null {
  if (posts.length === 0) return null;
  const items = posts.map(post => markup`<li>${renderTeaser(post, frame, { form: 'line', level: 3 })}</li>`);
  return markup`<section class="most-read" aria-labelledby="most-read"><h2 id="most-read">${frame.texts.mostRead}</h2>
<ol>${items}</ol></section>`;
}
