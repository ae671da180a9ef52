import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleClient } from '../../../infra/client/bundle.ts';
import { CHROMIUM, useBrowser } from '../../support/web/browser.ts';
import { useApi } from '../../support/api/api.ts';

/** Text, because the bundler of the test would transform a function before it runs in the page. */
const IN_PAGE = `async ({ source, url, key }) => {
  const module = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const { createClient, InvalidInput } = await import(module);
  const client = createClient({ url, key });
  const { id } = await client.drafts.create({ body: { headline: 'From a page' } });
  const headlines = [];
  for await (const { headline } of client.drafts.list.all({ query: { limit: 1 } })) headlines.push(headline);
  const { etag } = await client.drafts.get.answer({ path: { id } });
  const refused = await client.drafts.create({ body: {} }).catch(error => error instanceof InvalidInput);

  const small = await client.documents.upload(new File(['a,b\\n'], 'small.csv', { type: 'text/csv' }));
  const progress = [];
  const lines = new File(['a,b\\n'.repeat(3_000_000)], 'large.csv', { type: 'text/csv' });
  const large = await client.documents.upload(lines, { onProgress: ({ loaded }) => progress.push(loaded) });

  const controller = new AbortController();
  const stopped = client.uploads.send(lines, { signal: controller.signal, onProgress: () => controller.abort('enough') });
  const names = [small.original_filename, large.original_filename];
  return { headlines, etag, refused, names, progress, stopped: await stopped.catch(String) };
}`;

describe.skipIf(CHROMIUM === undefined)('the client in a browser', () => {
  const api = useApi();
  const browser = useBrowser();

  it('calls, lists, fails and uploads as in Node.js', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'client-'));
    await writeFile(join(folder, 'index.js'), await bundleClient());
    const source = await readFile(join(folder, 'index.js'), 'utf8');
    await rm(folder, { recursive: true });
    const { page } = await browser.open(`${api.stack.url}/api/1.3/nothing`);

    // Without throttling, the upload ends before the browser reports progress.
    const session = await page.context().newCDPSession(page);
    const slowly = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 20_000_000 };
    await session.send('Network.emulateNetworkConditions', slowly);
    const given = JSON.stringify({ source, url: api.stack.url, key: api.adminKey });
    const seen: any = await page.evaluate(`(${IN_PAGE})(${given})`);

    expect(seen).toMatchObject({ headlines: ['From a page'], refused: true, stopped: 'enough' });
    expect(seen.etag).toMatch(/^"1-/);
    expect(seen.names).toEqual(['small.csv', 'large.csv']);
    expect(seen.progress.length).toBeGreaterThan(3);
    expect(seen.progress).toEqual(seen.progress.toSorted((a: number, b: number) => a - b));
    expect(seen.progress.at(-1)).toBe(12_000_000);
  });
});
