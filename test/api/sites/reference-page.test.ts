import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';

const api = useApi();

function fetchPath(path: string, init?: RequestInit) {
  return fetch(new URL(path, api.stack.url), init);
}

describe('API reference of the local stack', () => {
  it('serves the page and all its files under a policy that allows only its own scripts', async () => {
    const response = await fetchPath('/docs');
    const html = await response.text();
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);

    expect(response.url).toMatch(/\/docs\/$/);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self';/,
    );
    expect(files).toContain('swagger-ui-bundle.js');
    for (const file of files) expect((await fetchPath(`/docs/${file}`)).status, file).toBe(200);
    expect((await fetchPath('/docs/package.json')).status).toBe(404);
  });

  it('serves no file that contains the key', async () => {
    for (const file of ['', 'page.js']) {
      const content = await (await fetchPath(`/docs/${file}`)).text();
      expect(content).not.toContain(api.adminKey);
    }
  });
});
