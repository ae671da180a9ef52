import { toStoryPath } from '../../../shared/platform/text/site-paths.ts';
import { markup, type Html } from './html.ts';
import type { Frame } from './frame.ts';
import { formatDate, formatTime } from './dates.ts';
import { renderCrop } from './pictures.ts';
import type { Teaser } from './read.ts';
import { findSection, sectionPath } from './sections.ts';

/**
 * How a teaser looks:
 *   lead      the largest picture and headline of a page
 *   row       text with a small picture beside it
 *   card      a picture above the text
 *   line      the headline only
 */
type Form = 'lead' | 'row' | 'card' | 'line';

const SIZES: Readonly<Record<Form, string>> = {
  lead: '(min-width: 64rem) 48rem, 100vw',
  row: '(min-width: 40rem) 14rem, 7rem',
  card: '(min-width: 64rem) 24rem, (min-width: 40rem) 45vw, 100vw',
  line: '0px',
};

interface TeaserOptions {
  form: Form;
  /** 2 below a page's title, 3 below the title of a part. */
  level?: 2 | 3;
  /** The first picture of a page. */
  isFirst?: boolean;
  /** Whether the section is named above the headline. */
  hasLabel?: boolean;
}

/** In a teaser without a picture, text takes its place. */
export function renderTeaser(post: Teaser, frame: Frame, options: TeaserOptions): Html {
  const { form, level = 2, isFirst = false, hasLabel = true } = options;
  const { headline = '', post_url = '' } = post;
  const pathname = toStoryPath(new URL(post_url, 'http://site.invalid').pathname);
  const picture = form === 'line' ? null : renderCrop(post, { sizes: SIZES[form], isFirst });
  const link = markup`<a href="${pathname}">${headline === '' ? pathname : headline}</a>`;
  const title = level === 2 ? markup`<h2 dir="auto">${link}</h2>` : markup`<h3 dir="auto">${link}</h3>`;
  const text = form !== 'line' && markup`<p class="standfirst" dir="auto">${chooseStandfirst(post)}</p>`;
  return markup`<article class="${form}${picture ? '' : ' bare'}">${picture}<div>
${hasLabel && form !== 'line' && renderLabel(post, frame)}${title}${text}
<p class="facts">${form !== 'line' && renderAuthors(post)} ${renderDay(post, frame)}</p>
</div></article>`;
}

function chooseStandfirst({ subheadline = '', description = '' }: Teaser): string {
  return subheadline === '' ? description : subheadline;
}

/** The section above a headline. */
export function renderLabel(
  post: Pick<Teaser, 'sections' | 'primary_section'>,
  { sections }: Frame,
): Html | null {
  const section = findSection(post, sections);
  return (
    section && markup`<p class="label"><a href="${encodeURI(sectionPath(section))}">${section.title}</a></p>`
  );
}

export function renderAuthors({ roar_authors = [] }: Pick<Teaser, 'roar_authors'>): Html {
  const links = roar_authors.map(
    ({ name, title }, index) =>
      markup`${index > 0 && ', '}<a rel="author" href="/u/${encodeURIComponent(name)}/">${title}</a>`,
  );
  return links.length === 0 ? markup`` : markup`<span class="authors">${links}</span>`;
}

function renderDay({ created_ts = 0 }: Pick<Teaser, 'created_ts'>, frame: Frame): Html {
  return renderMoment(created_ts, formatDate(created_ts, frame));
}

export function renderMinute(ts: number, frame: Frame): Html {
  return renderMoment(ts, formatTime(ts, frame));
}

function renderMoment(ts: number, text: string): Html {
  return markup`<time datetime="${new Date(ts * 1000).toISOString()}">${text}</time>`;
}
