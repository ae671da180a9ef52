import type { Line } from '../format/lines.ts';
import type { Api } from './api.ts';
import { downloadFrom } from './download.ts';
import { Losses } from './losses.ts';
import { readDocument, readImage, type Fetch, type Load } from './media.ts';
import { resolveByApi, type Shortcodes } from './mentions.ts';
import { readPosts } from './posts.ts';
import * as records from './records.ts';
import type { ReadRevisions } from './revisions.ts';
import type { Source } from './source.ts';

/** A site reached through its public API, which does not return everything: infra/cli/README.md says what is lost. */
export class ApiSource implements Source {
  readonly losses = new Losses();
  readonly #api: Api;
  readonly #download: (url: string) => Load;

  /** @param url the address of the service */
  constructor(api: Api, url: string) {
    this.#api = api;
    this.#download = downloadFrom(url);
  }

  posts = () => readPosts(this.#api, this.losses);
  likes = (postId: number) => records.readLikes(this.#api, postId);
  revisions = (): Promise<ReadRevisions> => Promise.resolve({ revisions: [], contents: [] });
  assets = () => records.readAssets(this.#api);
  badges = () => records.readBadges(this.#api);
  sections = (kind: 'sections' | 'tags') => records.readSections(this.#api, kind);
  order = (sectionId: number) => records.readOrder(this.#api, sectionId);
  follows = (sectionId: number) => records.readFollows(this.#api, sectionId);
  authors = () => records.readAuthors(this.#api);
  webhooks = (): Promise<Line<'webhooks'>[]> => Promise.resolve([]);
  paths = (): Promise<Line<'paths'>[]> => Promise.resolve([]);
  others = (): Line<'records'>[] => [];
  image = (id: number, fetch: Fetch) =>
    readImage(this.#api, id, (key, url) => fetch(key, this.#download(url)));
  document = (id: number, fetch: Fetch) =>
    readDocument(this.#api, id, (key, url) => fetch(key, this.#download(url)));
  resolve = (shortcodes: Shortcodes) => resolveByApi(this.#api, shortcodes);
  unreferred = (): Promise<undefined> => Promise.resolve(undefined);
  passwords = (): Promise<undefined> => Promise.resolve(undefined);
}
