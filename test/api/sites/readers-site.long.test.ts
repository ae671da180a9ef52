import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { CHROMIUM, useBrowser } from '../../support/web/browser.ts';
import { useApi } from '../../support/api/api.ts';
import { quartered, settledImage, makeImage } from '../../support/resources/images.ts';
import { makePost } from '../../support/resources/posts.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(CHROMIUM === undefined)('the readers’ site in a browser', () => {
  const api = useApi((url: string) => ({
    baseUrl: url,
    mediaBaseUrl: `${url}/media`,
    features: { publicRead: true },
  }));
  const browser = useBrowser();

  it.each(['light', 'dark'] as const)('has no violation that axe finds, in a %s scheme', async scheme => {
    const { id } = await makeImage(api, await quartered(1200, 800));
    await settledImage(api, id);
    const post = await makePost(api, { headline: 'Otters are back', image_id: id, tags: ['river'] });

    for (const path of ['/', new URL(post.post_url).pathname, '/search?q=otters', '/nowhere']) {
      const { page, faults } = await browser.open(`${api.stack.url}${path}`, { dark: scheme === 'dark' });
      await page.evaluate(AXE);
      const { violations }: any = await page.evaluate('axe.run()');
      expect(violations.map(({ id: rule, nodes }: any) => `${rule}: ${nodes[0].html}`)).toEqual([]);
      // The browser logs the missing page.
      expect(faults).toEqual(path === '/nowhere' ? [expect.stringContaining('404')] : []);
      await page.close();
    }
  });

  it('runs no script of a body, and fits a phone', async () => {
    const attack = '<img src="x" onerror="document.title=1"><script>document.title=2</script>';
    const post = await makePost(api, { headline: 'Attack', body: `<p>Text</p>${attack}` });
    const { page } = await browser.open(`${api.stack.url}${new URL(post.post_url).pathname}`, { width: 360 });

    expect(await page.title()).toContain('Attack');
    expect(await page.locator('script:not([type="application/ld+json"])').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.close();
  });
});
