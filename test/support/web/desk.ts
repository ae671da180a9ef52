import { setTimeout as wait } from 'node:timers/promises';
import type { Page, Request, Route } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import type { Handlers } from '../../../infra/aws-local/lambda/handlers.ts';
import { useBrowser, type Opened } from './browser.ts';
import { eventually, useApi, type Api } from '../api/api.ts';

/** Longer than a page takes to read what it shows. */
const JOBS_LATE_MS = 1500;

/**
 * Starts a service for the desk, with files below its own address. Jobs after writes and thumbnails begin late, as on a busy machine, so that a
 * test which doesn't wait for what they make fails on every machine.
 */
export function useDeskApi(site: object = {}): Api {
  const settings = (url: string) => ({ baseUrl: url, mediaBaseUrl: `${url}/media`, ...site });
  return useApi(settings, undefined, withLateJobs);
}

function withLateJobs({ drain, thumbnails, ...others }: Handlers): Handlers {
  const late = async <T>(begin: () => Promise<T>): Promise<T> => {
    await wait(JOBS_LATE_MS);
    return await begin();
  };
  return {
    ...others,
    drain: mayGoOn => late(() => drain(mayGoOn)),
    thumbnails: event => late(() => thumbnails(event)),
  };
}

type Options = Parameters<ReturnType<typeof useBrowser>['open']>[1];

/** The desk of a service in a browser. A fault in the page fails the test, unless the test removes it from `faults`. */
export class DeskPages {
  #opened: Opened | undefined;
  readonly #api: Api;
  readonly #browser = useBrowser();

  constructor(api: Api) {
    this.#api = api;
    afterEach(async () => {
      const { page, faults = [] } = this.#opened ?? {};
      this.#opened = undefined;
      await page?.close();
      expect(faults).toEqual([]);
    });
  }

  get faults(): string[] {
    return this.#opened?.faults ?? [];
  }

  /** Opens an address of the desk without signing in. */
  async signedOut(options?: Options, address = ''): Promise<Page> {
    this.#opened = await this.#browser.open(`${this.#api.stack.url}/desk/${address}`, options);
    return this.#opened.page;
  }

  /** Opens an address of the desk with a key. */
  async open(
    path = '',
    { key = this.#api.adminKey, ...options }: Options & { key?: string } = {},
  ): Promise<Page> {
    return await this.signedOut(options, `${path}#key=${key}`);
  }
}

/** However slow the machine is, the eight seconds in which a publication can be taken back don’t pass in the page. */
export async function stopWaiting(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout: wait } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ms: number) => (ms === 8_000 ? 0 : wait(work, ms)),
    });
  });
}

type Matches = (request: Request) => boolean;

/** Holds requests of a page until the test releases them, so that the test decides the order of the responses. */
export class HeldRequests {
  readonly #page: Page;
  readonly #routes: Route[] = [];
  /** Number of matching requests, including cancelled ones. */
  count = 0;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async of(page: Page, matches: Matches): Promise<HeldRequests> {
    const held = new HeldRequests(page);
    await page.route(/\/api\//, async route => {
      if (!matches(route.request())) {
        await route.fallback();
        return;
      }
      held.count += 1;
      held.#routes.push(route);
    });
    return held;
  }

  /** Waits until a request is held. @returns the oldest one. */
  async next(): Promise<Route> {
    await eventually(
      () => Promise.resolve(this.#routes.length),
      waiting => waiting > 0,
    );
    return this.#routes.shift()!;
  }

  /** Releases a request and waits until the page has its response; does not wait when the page has cancelled it. */
  async release(route: Route): Promise<void> {
    const ended = this.#end(route.request());
    await route.continue().catch(() => undefined);
    await ended;
    await this.#page.evaluate(() => new Promise(resolve => setTimeout(resolve)));
  }

  async #end(request: Request): Promise<void> {
    if (request.failure() !== null) return;
    const isIt = (other: Request): boolean => other === request;
    await Promise.race([
      this.#page.waitForEvent('requestfinished', isIt),
      this.#page.waitForEvent('requestfailed', isIt),
    ]);
  }
}

/** Matches requests with this method whose URL contains all these words. */
export function requestWith(method: string, ...words: string[]): Matches {
  return request => request.method() === method && words.every(word => request.url().includes(word));
}
