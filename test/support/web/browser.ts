import { afterAll, beforeAll } from 'vitest';
import { chromium, type Browser, type Page } from 'playwright-core';
import { CHROMIUM } from './chromium.ts';

/** Without one, tests that need a browser are skipped. */
export { CHROMIUM };
if (CHROMIUM === undefined) console.log('SKIPPED: tests of pages need a Chromium, and none is installed.');

export interface Opened {
  page: Page;
  /** Console errors, uncaught exceptions, and requests to other hosts. */
  faults: string[];
}

interface OpenOptions {
  width?: number;
  dark?: boolean;
  /** Runs before the page is loaded. */
  before?: (page: Page) => Promise<unknown>;
}

/** Ends only what hangs: a busy machine is no fault of a page. */
const HANGS_AFTER_MS = 180_000;

/** Opens pages in a headless Chromium. */
export function useBrowser(): {
  open: (url: string, options?: OpenOptions) => Promise<Opened>;
} {
  let browser: Browser;
  beforeAll(async () => {
    if (CHROMIUM) browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    if (CHROMIUM) await browser.close();
  });
  return {
    open: async (url, { width = 1280, dark = false, before } = {}) => {
      const page = await browser.newPage({
        viewport: { width, height: 900 },
        colorScheme: dark ? 'dark' : 'light',
      });
      page.setDefaultTimeout(HANGS_AFTER_MS);
      const faults: string[] = [];
      const origin = new URL(url).origin;
      page.on('pageerror', error => faults.push(error.message));
      page.on('console', message => {
        if (message.type() === 'error') faults.push(message.text());
      });
      page.on('request', request => {
        const asked = new URL(request.url());
        if (asked.protocol.startsWith('http') && asked.hostname !== new URL(origin).hostname)
          faults.push(`asked ${asked.origin}`);
      });
      await before?.(page);
      await page.goto(url);
      return { page, faults };
    },
  };
}
