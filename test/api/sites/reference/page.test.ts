import { describe, expect, it } from 'vitest';
import { useApi } from '../../../support/api/api.ts';

const api = useApi();

function fetchPath(path: string, init?: RequestInit) {
  return fetch(new URL(path, api.stack.url), init);
}

describe('API reference of the local stack', () => {
  it('serves the page and all its files under a policy that allows only its own scripts', async () => {
    const response = await fetchPath('/docs');
    const html = await response.text();
    const files = [...html.matchAll(/(?:src|href)="([\w./-]+\.(?:css|js|json|md))"/g)].map(
      ([, file]) => file!,
    );

    expect(response.url).toMatch(/\/docs\/$/);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    expect(files).toContain('page.js');
    for (const file of files) expect((await fetchPath(`/docs/${file}`)).status, file).toBe(200);
    expect((await fetchPath('/docs/package.json')).status).toBe(404);
  });

  it('serves the page of an operation, also as Markdown', async () => {
    const html = await fetchPath('/docs/operations/postsList.html');
    const markdown = await fetchPath('/docs/operations/postsList.md');

    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await html.text()).toContain('GET /api/1.3/posts');
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await markdown.text()).toContain('`GET /api/1.3/posts`');
  });

  it('serves no file that contains the key', async () => {
    for (const file of ['', 'page.js', 'search.json']) {
      const content = await (await fetchPath(`/docs/${file}`)).text();
      expect(content).not.toContain(api.adminKey);
    }
  });
});
