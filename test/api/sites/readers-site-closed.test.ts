import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startGateway } from '../../../infra/local/gateway.ts';
import { useApi } from '../../support/api/api.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';

const api = useApi();

async function read(path: string, origin = api.stack.url) {
  const response = await fetch(new URL(path, origin), { headers: { accept: 'text/html' } });
  return { status: response.status, text: await response.text() };
}

describe('the readers’ site without public reading', () => {
  it('answers 403 and names the setting that opens it', async () => {
    const { status, text } = await read('/');

    expect(status).toBe(403);
    expect(text).toContain('features.publicRead');
  });

  it('shows the draft of a preview', async () => {
    const { id } = await makeDraft(api, { headline: 'Not yet', body: '<p>Soon.</p>' });
    const { pathname, search } = new URL((await ok(api.post(`/drafts/${id}/previews`, {}))).url);

    expect(await read(pathname + search)).toEqual({
      status: 200,
      text: expect.stringContaining('Soon.</p>'),
    });
    expect((await read(`${pathname}?preview=${'0'.repeat(43)}`)).status).toBe(404);
  });
});

describe('a gateway with an open site', () => {
  it('shows posts and feeds without a key, while the API needs one', async () => {
    const { slug } = await makePost(api, { headline: 'The first one' });
    const gateway = await startGateway({
      host: '127.0.0.1',
      port: 0,
      afterWrite: () => undefined,
      hasOpenSite: true,
    });
    onTestFinished(async () => {
      gateway.close().closeAllConnections();
      await once(gateway, 'close');
    });
    const origin = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;

    for (const path of ['/', slug, '/feeds/rss.xml', '/sitemap.xml'])
      expect((await read(path, origin)).status, path).toBe(200);
    expect((await read('/', origin)).text).toContain('The first one');
    for (const path of ['/api/1.3/posts', '/%61pi/1.3/posts', '/api/1.3/sections/'])
      expect((await read(path, origin)).status, path).toBe(401);
    expect((await read('/feeds/rss.xml')).status).toBe(401);
  });
});
