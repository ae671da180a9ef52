import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../support/web/browser.ts';
import { findViolations } from '../../support/web/axe.ts';
import { DeskPages, useDeskApi } from '../../support/web/desk.ts';
import { makeImage } from '../../support/resources/images.ts';
import { makePost, ok } from '../../support/resources/posts.ts';

/** Would run if any view took a stored text as HTML. */
const SCRIPT = '<img src=x onerror="window.ran=true"><script>window.ran=true</script>';

describe.skipIf(CHROMIUM === undefined)('every list and form of the desk', () => {
  const api = useDeskApi();
  const desk = new DeskPages(api);
  let paths: string[] = [];

  beforeAll(async () => {
    if (CHROMIUM === undefined) return;
    const section = await ok(
      api.post('/sections', { title: `News ${SCRIPT}`, url: 'news', about_html: SCRIPT }),
    );
    const joining = await makePost(api, { headline: `Bridge ${SCRIPT}`, tags: ['bridge'] });
    await ok(api.put(`/sections/${section.id}`, { tags: ['harbour'] }));
    const tag = await ok(api.post('/tags', { title: `Bridge ${SCRIPT}`, url: 'bridge', meta_title: SCRIPT }));
    const image = await makeImage(api);
    const badge = await ok(api.post('/badges', { name: `Exclusive ${SCRIPT}`, image_id: image.id }));
    const author = await ok(
      api.post('/api/1.1/authors', {
        first_name: SCRIPT.slice(0, 40),
        last_name: 'Hall',
        about_html: SCRIPT,
      }),
    );
    await ok(api.post('/api_keys', { author_id: author.id, label: SCRIPT }));
    const webhook = await ok(api.post('/webhooks', { url: 'https://receiver.example.com/' }));
    await ok(api.delete(`/posts/${joining.id}`));
    paths = [
      ...[
        'newsroom',
        'sections',
        'sections/new',
        `sections/${section.id}`,
        'tags',
        'tags/new',
        `tags/${tag.id}`,
      ],
      ...['badges', 'badges/new', `badges/${badge.id}`, 'authors', 'authors/new', `authors/${author.id}`],
      ...['invitations', 'documents', 'trash', 'keys', 'keys/new', 'sessions', 'webhooks', 'webhooks/new'],
      ...[`webhooks/${webhook.id}`, 'audit'],
    ];
  });

  async function visit(page: Page, path: string): Promise<void> {
    await page.evaluate(
      `history.pushState(null, '', '/desk/${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await page.locator('.place h2').waitFor();
    await page.locator('.place .hint', { hasText: '…' }).first().waitFor({ state: 'hidden' });
  }

  it.each([
    { width: 1280, dark: false },
    { width: 1280, dark: true },
    { width: 390, dark: false },
  ])('passes axe with $width pixels, dark: $dark, and runs no stored script', async options => {
    const page = await desk.open('newsroom', options);
    for (const path of paths) {
      await visit(page, path);
      expect({ path, found: await findViolations(page) }).toEqual({ path, found: [] });
      const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      expect({ path, isWide }).toEqual({ path, isWide: false });
    }
    expect(await page.evaluate('window.ran')).toBeUndefined();
  });
});
