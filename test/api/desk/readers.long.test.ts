import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../support/web/browser.ts';
import { findViolations } from '../../support/web/axe.ts';
import { DeskPages, useDeskApi } from '../../support/web/desk.ts';
import { makePost, ok } from '../../support/resources/posts.ts';

describe.skipIf(CHROMIUM === undefined)('the readers of the desk', () => {
  const api = useDeskApi();
  const desk = new DeskPages(api);

  it.each([
    { width: 1280, dark: false },
    { width: 390, dark: true },
  ])('shows the views of a story over time with $width pixels, dark: $dark', async options => {
    const headline = `Read with ${options.width} <script>window.ran=true</script>`;
    const { id } = await makePost(api, { headline });
    await ok(api.post(`/posts/${id}/page_views`, { count: 57 }));
    const page = await desk.open('readers', options);
    await page.getByRole('link', { name: headline }).click();
    await page.getByRole('img', { name: /^57 views, at most 57/ }).waitFor();
    expect(new URL(page.url()).search).toBe(`?of=post-${id}`);
    expect(await findViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'By day' }).click();
    await page.getByRole('heading', { name: `Views of ${headline}` }).waitFor();
    await page.reload();
    await page.getByRole('img', { name: /^57 views/ }).waitFor();
    expect(new URL(page.url()).search).toContain('by=day');
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  });
});
