import { Page } from '../../../shared/scraper/markup/page.ts';

export const URL_OF_PAGE = 'https://site.example/news/story';

/** A page with this head and body. */
export function makePage(head: string, body = '', url = URL_OF_PAGE): Page {
  return new Page(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`, url);
}

/** A JSON-LD script element. */
export function jsonLd(data: unknown): string {
  return `<script type="application/ld+json">${typeof data === 'string' ? data : JSON.stringify(data)}</script>`;
}

export function metaTag(name: string, content: string): string {
  return `<meta name="${name}" content="${content}">`;
}
