import { Page } from '../../../shared/scraper/markup/page.ts';

export const URL_OF_PAGE = 'https://site.example/news/story';

/** A page with this head and body. */
export const pageOf = (head: string, body = '', url = URL_OF_PAGE): Page =>
  new Page(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`, url);

/** A JSON-LD script element. */
export const jsonLd = (data: unknown): string =>
  `<script type="application/ld+json">${typeof data === 'string' ? data : JSON.stringify(data)}</script>`;
