import { advanceClock } from '../time/clock.ts';
import type { Api } from '../api/api.ts';
import { ok } from '../resources/posts.ts';

export const BROWSER = { accept: 'text/html' };

export const READERS_SITE = {
  features: { publicRead: true },
  permalink: '/<section>/<basename>',
  siteTitle: 'The Courier',
};

/** What tests of the readers’ site do as its readers and editors. */
export function useReadersSite(api: Api) {
  return {
    read: async (path: string, headers: Record<string, string> = BROWSER) => {
      // Each page is kept for some seconds.
      advanceClock(5);
      const response = await fetch(new URL(path, api.stack.url), { headers, redirect: 'manual' });
      return { path, status: response.status, headers: response.headers, text: await response.text() };
    },
    /** The address of the newer or older page of a list. */
    linkIn: ({ path, text }: { path: string; text: string }, rel: 'prev' | 'next'): string => {
      const [, query] = new RegExp(`rel="${rel}" href="([^"]*)"`).exec(text) ?? [];
      if (query === undefined) throw new Error(`The page has no link to the ${rel} one`);
      return `${new URL(path, api.stack.url).pathname}${query.replaceAll('&amp;', '&')}`;
    },
    makeSection: async (fields: object): Promise<any> =>
      await ok(api.post('/sections', { status: 2, ...fields })),
  };
}
