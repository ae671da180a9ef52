import { encodePath } from '../../../shared/platform/text/percent.ts';
import { findHiddenPath, toStoryPath } from '../../../shared/platform/text/site-paths.ts';
import { toTagPath } from '../../../shared/platform/text/tag.ts';
import type { Theme } from '../../../shared/platform/site/theme-schema.ts';
import { ApiError, type ClientOptions } from '../../client/source/index.ts';
import { showArchive, showMonth } from './archive.ts';
import { toRange } from './dates.ts';
import { showFrontPage } from './front.ts';
import { findFormer } from './former/wordpress.ts';
import type { Frame, Listed, SiteAnswer, View } from './frame.ts';
import { page } from './layout.ts';
import { readPhrase, showAuthor, showHome, showSearch } from './lists.ts';
import { explain, redirect, showMissing } from './notices.ts';
import { showPost } from './post.ts';
import { Reader, type Found, type Posts, type Section } from './read.ts';
import { sectionPath } from './sections.ts';
import { findTagMove } from './tags/tags.ts';
import { chooseTexts } from './texts/index.ts';
import { applyTheme } from './theme.ts';
import { showSection, showTag } from './topics.ts';

export type { SiteAnswer };

export interface SiteOptions {
  /** The address of the service, without `/api`. */
  api: string;
  title: string;
  /** BCP 47, such as `en`. */
  language: string;
  timeZone: string;
  /** The address of the site, without a slash at its end. */
  baseUrl: string;
  theme: Theme;
  /** The style sheet. */
  css: string;
  /** Sends the calls to the service; by default the platform's `fetch`. */
  fetch?: ClientOptions['fetch'];
}

/** The files are the same until the next deployment. */
const FILE_AGE_S = 300;

/** Makes a view when the sections are there. */
type Show = (frame: Frame) => View;

/** The readers' site. Every page is made of a few calls to the API. */
export class Site {
  readonly #options: SiteOptions;
  readonly #reader: Reader;
  readonly #css: string;

  constructor(options: SiteOptions) {
    this.#options = options;
    this.#reader = new Reader(options.api, options.fetch);
    this.#css = applyTheme(options.css, options.theme);
  }

  /** Answers a GET for a decoded path. */
  async answer(path: string, query: URLSearchParams): Promise<SiteAnswer> {
    const file = this.#file(path);
    if (file) return { status: 200, ...file, maxAgeS: FILE_AGE_S };
    const token = query.get('preview');
    const moved = token === null ? findTagMove(path) : undefined;
    if (moved !== undefined) return redirect(query.size > 0 ? `${moved}?${query.toString()}` : moved);
    const place = this.#place(path);
    try {
      if (path === '/' && ORIGIN.test(query.toString())) return await this.#origin(place, query);
      const list = token === null ? this.#list(path, query) : undefined;
      const [sections, show] = await Promise.all([this.#sections(token !== null), list]);
      const frame = { ...place, sections };
      if (token !== null) return await this.#preview(token, frame);
      if (show) return page(200, frame, show(frame));
      return await this.#postOrSection(frame, query);
    } catch (error) {
      return explain(error, place, query);
    }
  }

  #file(path: string): Pick<SiteAnswer, 'type' | 'body'> | undefined {
    if (path === '/site.css') return { type: 'text/css', body: this.#css };
    const robots = `User-agent: *\nDisallow: /search?\n\nSitemap: ${this.#options.baseUrl}/sitemap.xml\n`;
    return path === '/robots.txt' ? { type: 'text/plain', body: robots } : undefined;
  }

  #place(path: string): Frame {
    const { title, language, timeZone, baseUrl, theme } = this.#options;
    const texts = chooseTexts(language);
    return { title, language, timeZone, baseUrl, theme, texts, path, sections: [], nowMs: Date.now() };
  }

  /** A closed site shows previews too: their link is enough. */
  async #sections(isPreview: boolean): Promise<Section[]> {
    return await this.#reader.sections().catch((error: unknown) => {
      if (isPreview && error instanceof ApiError && error.status === 401) return [];
      throw error;
    });
  }

  /** The list at a path of the site's own: the front page, a search, a tag, an author. */
  async #list(path: string, query: URLSearchParams): Promise<Show | undefined> {
    if (path === '/') return await this.#front(query);
    const next = readCursor(query);
    const [, folder, name = ''] = /^\/(search(?=\/?$)|tags(?=\/)|u(?=\/))(?:\/(.+?))??\/?$/.exec(path) ?? [];
    if (folder === 'search') return await this.#search(query);
    if (folder === 'tags' && name !== '') return await this.#tag(name, query);
    const author = folder === 'u' && name !== '' ? await this.#reader.author(name) : undefined;
    if (!author) return undefined;
    return show(await this.#reader.ofAuthor(author.id, next), query, listed => showAuthor(author, listed));
  }

  /** A tag has a page while a story carries it. */
  async #tag(key: string, query: URLSearchParams): Promise<Show | undefined> {
    if (toTagPath(key) === undefined) return undefined;
    const [list, topic] = await Promise.all([
      this.#reader.ofTag(key, readCursor(query)),
      this.#reader.topicOfTag(key),
    ]);
    if (list.body.length === 0 && !query.has('cursor')) return undefined;
    return show(list, query, listed => showTag(key, topic, listed));
  }

  async #front(query: URLSearchParams): Promise<Show> {
    if (query.has('cursor')) return show(await this.#reader.ofHome(readCursor(query)), query, showHome);
    const front = await this.#reader.front();
    return frame => showFrontPage(front, frame);
  }

  async #search(query: URLSearchParams): Promise<Show> {
    const phrase = readPhrase(query.get('q') ?? '');
    if (phrase === '') return frame => showSearch('', undefined, frame);
    const list = await this.#reader.search(phrase, readCursor(query));
    return frame => showSearch(phrase, { frame, query, list }, frame);
  }

  async #preview(token: string, frame: Frame): Promise<SiteAnswer> {
    const post = await this.#reader.preview(token);
    return page(200, frame, showPost(post, frame, { related: [], isPreview: true }));
  }

  /** The post that WordPress named in the query. For an unknown number, no front page is rendered. */
  async #origin(frame: Frame, query: URLSearchParams): Promise<SiteAnswer> {
    const found = await this.#reader.postAt(`/?${query.toString()}`);
    if (found && 'moved_to' in found) return redirect(toStoryPath(found.moved_to));
    return page(404, frame, showMissing(frame));
  }

  /** The path of a post wins over that of a section, both over the archive, and all over an address of WordPress. */
  async #postOrSection(frame: Frame, query: URLSearchParams): Promise<SiteAnswer> {
    const found = await this.#postAt(frame.path);
    if (found && 'moved_to' in found) return redirect(toStoryPath(found.moved_to));
    const own = toStoryPath(frame.path);
    if (found && own !== frame.path && findHiddenPath(frame.path) === undefined)
      return redirect(encodePath(own));
    if (found) {
      const related = await this.#reader.relatedTo(found);
      return page(200, frame, showPost(found, frame, { related, isPreview: false }));
    }
    const section = frame.sections.find(
      candidate => sectionPath(candidate) === frame.path.replace(/\/$/, ''),
    );
    const moved = frame.sections.find(({ full_url }) => `/${full_url}` === frame.path.replace(/\/$/, ''));
    if (moved && !section) return redirect(encodePath(sectionPath(moved)));
    if (section) {
      const list = await this.#reader.ofSection(section.url, readCursor(query));
      return page(200, frame, showSection(section, { frame, query, list }));
    }
    const archive = await this.#archive(frame, query);
    if (archive) return page(200, frame, archive);
    const former = await findFormer(frame.path, frame.sections, this.#reader);
    return former === undefined ? page(404, frame, showMissing(frame)) : redirect(former);
  }

  /** The post whose page is at a path. What has left a hidden path for this one is no other post. */
  async #postAt(path: string): Promise<Found | undefined> {
    const hidden = findHiddenPath(path);
    const found = hidden === undefined ? undefined : await this.#reader.postAt(hidden);
    const isHere = found && 'moved_to' in found && toStoryPath(found.moved_to) === encodePath(path);
    return found && !isHere ? found : await this.#reader.postAt(path);
  }

  async #archive(frame: Frame, query: URLSearchParams): Promise<View | undefined> {
    const match = /^\/archive(?:\/(\d{4}-(?:0[1-9]|1[0-2])))?\/?$/.exec(frame.path);
    if (!match) return undefined;
    const [, month] = match;
    const next = readCursor(query);
    if (month !== undefined) {
      const list = await this.#reader.ofTime(toRange(month, frame.timeZone), next);
      return showMonth(month, { frame, query, list });
    }
    const [list, oldestTs] = await Promise.all([
      this.#reader.ofTime(undefined, next),
      this.#reader.oldestTs(),
    ]);
    return showArchive(oldestTs, { frame, query, list });
  }
}

function show(list: Posts, query: URLSearchParams, view: (listed: Listed) => View): Show {
  return frame => view({ frame, query, list });
}

/** The whole address of a post on a WordPress site without pretty permalinks: `/?p=123`. */
const ORIGIN = /^(?:p|page_id)=\d{1,15}$/;

/** The position of a later page of a list. */
function readCursor(query: URLSearchParams): { cursor?: string } {
  const cursor = query.get('cursor');
  return cursor === null ? {} : { cursor };
}
