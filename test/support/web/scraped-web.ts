import * as v from 'valibot';
import { UpstreamFailed } from '../../../shared/platform/core/errors.ts';
import type { Fetch, IncomingResponse } from '../../../shared/platform/http/guarded/client.ts';
import { ScraperResult } from '../../../shared/scraper/result.ts';
import { scrape } from '../../../shared/scraper/scrape.ts';

type Answer = (Partial<Omit<IncomingResponse, 'body'>> & { body?: Buffer | string }) | Error;

/** A web of a few addresses; requests to all others fail. */
export function makeWeb(answers: Record<string, Answer>) {
  const fetched: string[] = [];
  const fetch: Fetch = url => {
    fetched.push(url);
    const answer = answers[url] ?? new UpstreamFailed();
    if (answer instanceof Error) return Promise.reject(answer);
    const { body = '', ...rest } = answer;
    const headers = { 'content-type': 'text/html' };
    return Promise.resolve({ url, status: 200, headers, truncated: false, ...rest, body: Buffer.from(body) });
  };
  const scraped = async (url: string) => v.parse(ScraperResult, await scrape(url, { fetch }));
  return { fetched, scraped };
}

export const STORY = 'https://site.example/story';

export function meta(name: string, content: string) {
  return `<meta property="${name}" content="${content}">`;
}

export const PAGE = `<html lang="en"><title>Story | Site</title>${meta('og:image', '/a.gif')}${meta('og:site_name', 'Site')}`;
