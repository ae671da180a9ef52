import { ApiError, type ClientOptions } from '../../client/source/index.ts';
import { renderPage, sectionPath, type Frame, type Listed, type View } from './layout.ts';
import { Reader, type Posts } from './read.ts';
import * as views from './views.ts';

export interface SiteOptions {
  /** The address of the service, without `/api`. */
  api: string;
  title: string;
  /** BCP 47, such as `en`. */
  language: string;
  timeZone: string;
  /** The style sheet. */
  css: string;
  /** Sends the calls to the service; by default the platform's `fetch`. */
  fetch?: ClientOptions['fetch'];
}

/** The address of a redirect is in `location`. */
export interface SiteAnswer {
  status: number;
  type: 'text/html' | 'text/css' | 'text/plain';
  body: string;
  location?: string;
  /** In seconds; by default a page's, which is short, because a post must leave it. */
  maxAgeS?: number;
  /** Why the page can't be shown now, and when it may be asked for again. */
  failure?: { cause: unknown; retryAfterS: number };
}

/** The files are the same until the next deployment. */
const FILE_AGE_S = 300;
const ROBOTS = 'User-agent: *\nDisallow: /search\n';

interface List {
  list: Posts;
  view: (listed: Listed) => View;
}

/** The readers' site. Every page is made of a few calls to the API. */
export class Site {
  readonly #options: SiteOptions;
  readonly #reader: Reader;

  constructor(options: SiteOptions) {
    this.#options = options;
    this.#reader = new Reader(options.api, options.fetch);
  }

  /** Answers a GET for a decoded path. */
  async answer(path: string, query: URLSearchParams): Promise<SiteAnswer> {
    const token = query.get('preview');
    const { title, language, timeZone, css } = this.#options;
    if (path === '/site.css') return { status: 200, type: 'text/css', body: css, maxAgeS: FILE_AGE_S };
    if (path === '/robots.txt') return { status: 200, type: 'text/plain', body: ROBOTS, maxAgeS: FILE_AGE_S };
    const place = { title, language, timeZone, path };
    try {
      if (path === '/' && ORIGIN.test(query.toString())) return await this.#origin(place, query);
      const list = token === null ? this.#list(path, query) : undefined;
      const [sections, listed] = await Promise.all([this.#reader.sections(), list]);
      const frame = { ...place, sections };
      if (token !== null) return page(200, frame, views.showPost(await this.#reader.preview(token), frame));
      if (listed) return page(200, frame, listed.view({ frame, query, list: listed.list }));
      return await this.#postOrSection(frame, query);
    } catch (error) {
      return explain(error, { ...place, sections: [] });
    }
  }

  /** The list at a path of the site's own: the front page, a search, a tag, an author. */
  async #list(path: string, query: URLSearchParams): Promise<List | undefined> {
    const next = readCursor(query);
    if (path === '/') return { list: await this.#reader.frontPage(next), view: views.showFrontPage };
    const [, folder, name = ''] = /^\/(search$|tags(?=\/)|u(?=\/))(?:\/(.+?)\/?)?$/.exec(path) ?? [];
    const phrase = (query.get('q') ?? '').trim();
    if (folder === 'search' && phrase !== '')
      return { list: await this.#reader.search(phrase, next), view: views.showSearch.bind(null, phrase) };
    if (folder === 'tags' && name !== '')
      return { list: await this.#reader.ofTag(name, next), view: views.showTag.bind(null, name) };
    const author = folder === 'u' && name !== '' ? await this.#reader.author(name) : undefined;
    if (!author) return undefined;
    return { list: await this.#reader.ofAuthor(author.id, next), view: views.showAuthor.bind(null, author) };
  }

  /** The post that WordPress named in the query. Of a number without a post, no front page is made. */
  async #origin(place: Omit<Frame, 'sections'>, query: URLSearchParams): Promise<SiteAnswer> {
    const found = await this.#reader.postAt(`/?${query.toString()}`);
    if (found && 'moved_to' in found) return redirect(found.moved_to);
    return page(404, { ...place, sections: [] }, views.NOTICES.missing);
  }

  /** The path of a post wins over that of a section. */
  async #postOrSection(frame: Frame, query: URLSearchParams): Promise<SiteAnswer> {
    const found = await this.#reader.postAt(frame.path);
    if (found && 'moved_to' in found) return redirect(found.moved_to);
    if (found) return page(200, frame, views.showPost(found, frame));
    const section = frame.sections.find(one => sectionPath(one) === frame.path.replace(/\/$/, ''));
    if (!section) return page(404, frame, views.NOTICES.missing);
    const list = await this.#reader.ofSection(section.full_url, readCursor(query));
    return page(200, frame, views.showSection(section, { frame, query, list }));
  }
}

/** The whole address of a post on a WordPress site without pretty permalinks: `/?p=123`. */
const ORIGIN = /^(?:p|page_id)=\d{1,15}$/;

function redirect(location: string): SiteAnswer {
  return { status: 301, type: 'text/plain', body: '', location };
}

/** The position of a later page of a list. */
function readCursor(query: URLSearchParams): { cursor?: string } {
  const cursor = query.get('cursor');
  return cursor === null ? {} : { cursor };
}

/** In seconds, when the service does not say it. */
const RETRY_AFTER_S = 10;

/** When the service is too busy for the site's calls, readers can't help it: the page can't be shown now. */
function explain(error: unknown, frame: Frame): SiteAnswer {
  const { status, retryAfter = null } = error instanceof ApiError ? error : { status: 500 };
  if (status === 401) return page(403, frame, views.NOTICES.closed);
  if (status < 500 && status !== 429) return page(404, frame, views.NOTICES.missing);
  const retryAfterS = retryAfter === null ? RETRY_AFTER_S : Math.max(1, Math.ceil(retryAfter / 1000));
  return { ...page(503, frame, views.NOTICES.failed), failure: { cause: error, retryAfterS } };
}

function page(status: number, frame: Frame, view: View): SiteAnswer {
  return { status, type: 'text/html', body: renderPage(frame, view) };
}
