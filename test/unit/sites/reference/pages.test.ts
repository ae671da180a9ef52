import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { COSTS } from '../../../../infra/sites/reference/costs.ts';
import { openApi } from '../../../../infra/sites/reference/document.ts';
import { ERRORS } from '../../../../infra/sites/reference/errors.ts';
import { findExample } from '../../../../infra/sites/reference/examples/index.ts';
import { referenceFiles } from '../../../../infra/sites/reference/pages/build.ts';
import { routeList } from '../../../../functions/routes/index.ts';

const text = JSON.stringify(await openApi({ site: {} }));
const files = new Map((await referenceFiles(text)).map(({ name, content }) => [name, content]));
const pages = [...files].filter(([name]) => name.endsWith('.html'));

/** The addresses that a page refers to, from the folder of the reference. */
function linksOf([name, html]: [string, string]): string[] {
  return [...html.matchAll(/(?:href|src)="([^"#:]+)(?:#([\w-]*))?"/g)].map(([, link, part]) => {
    const whole = posix.join(posix.dirname(name), link!);
    return part === undefined ? whole : `${whole}#${part}`;
  });
}

describe('pages of the reference', () => {
  it('have a page for each operation, error, resource and task', () => {
    const count = (folder: string) => pages.filter(([name]) => name.startsWith(folder)).length;

    expect(count('operations/')).toBe(routeList.length);
    expect(count('errors/')).toBe(ERRORS.length);
    expect(count('fields/')).toBeGreaterThan(30);
    expect(count('tasks/')).toBeGreaterThan(8);
  });

  it('refers only to pages, parts and files that exist', () => {
    const broken = pages.flatMap(page =>
      linksOf(page).filter(link => {
        const [file = '', part] = link.split('#');
        const target = files.get(file);
        return target === undefined || (part !== undefined && !target.includes(`id="${part}"`));
      }),
    );

    expect(broken).toEqual([]);
  });

  it('gives each element of a page an id of its own', () => {
    const twice = pages.flatMap(([name, html]) => {
      const ids = Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
      return ids.filter((id, index) => ids.indexOf(id) !== index).map(id => `${name}: ${id}`);
    });
    expect(twice).toEqual([]);
  });

  it('says what each operation costs', () => {
    const costs = [...files].filter(([, content]) => content.includes('An ordinary request makes at most'));

    expect(costs.filter(([name]) => name.endsWith('.md'))).toHaveLength(Object.keys(COSTS).length);
    expect(files.get('operations/postsGet.md')).toContain(
      'at most 1 call to AWS. It uses at most 1 read unit and 0 write units of DynamoDB.',
    );
  });

  it('leads from the first page to every other one, without a script', () => {
    const linked = new Set(linksOf(['index.html', files.get('index.html')!]));
    const missing = pages.map(([name]) => name).filter(name => name !== 'index.html' && !linked.has(name));

    expect(missing).toEqual([]);
  });

  it('sends at most 20 KB for a page and 30 KB for the search', () => {
    const size = (...names: string[]) =>
      names.reduce((sum, name) => sum + gzipSync(files.get(name)!, { level: 9 }).length, 0);

    for (const [name] of pages) expect(size(name, 'page.css', 'page.js'), name).toBeLessThan(20_000);
    expect(size('page.js', 'search.json')).toBeLessThan(30_000);
  });

  it('have a Markdown form each, and all of them in llms.txt', () => {
    const list = files.get('llms.txt')!;

    for (const [name] of pages) {
      const markdown = name.replace('.html', '.md');
      expect(files.get(markdown), name).toMatch(/^# .+\n/);
      expect(list).toContain(`](${markdown})`);
    }
  });

  it('postman.json has the request of each example, and no key in an address', () => {
    const collection = JSON.parse(files.get('postman.json')!);
    const requests: any[] = collection.item
      .flatMap(({ item }: any) => item)
      .map(({ request }: any) => request);
    const sent = requests.map(({ method, url, body }) => {
      const filled = url.path.map((part: string) =>
        part.startsWith(':') ? url.variable.find(({ key }: any) => key === part.slice(1)).value : part,
      );
      return [method, `/${filled.join('/')}`, body?.mode ?? null];
    });
    const expected = routeList.map(({ name, method, path }) => {
      const { path: values, body, form } = findExample(name);
      const filled = path.replaceAll(/\{(\w+)\}/g, (_all, value: string) => String(values?.[value]));
      return [method, filled, body === undefined ? (form ? 'formdata' : null) : 'raw'];
    });
    expect(sent.sort()).toEqual(expected.sort());
    expect(requests.every(({ url }) => url.raw.startsWith('{{url}}/') && !url.raw.includes('{{key}}'))).toBe(
      true,
    );
    expect(collection.auth.bearer).toEqual([{ key: 'token', value: '{{key}}', type: 'string' }]);
  });

  it('have no scripts or styles of their own, as the policy demands', () => {
    for (const [name, html] of pages) {
      const tags = html.replaceAll(/"[^"]*"/g, '""');
      expect(tags, name).not.toMatch(/<style|<[a-z][^>]*\s(?:style|on\w+)=|<script>/);
      expect(html.match(/<script/g)).toHaveLength(1);
    }
  });

  it('are the same each time they are built', async () => {
    const again = await referenceFiles(text);

    expect(again.map(({ name, content }) => [name, content])).toEqual([...files]);
  });

  it('escapes what the site’s title has', async () => {
    const odd = JSON.stringify(await openApi({ site: { siteTitle: '<b>Bridge & Sons</b>' } }));
    const [index] = await referenceFiles(odd);

    expect(index!.content).toContain('&lt;b&gt;Bridge &amp; Sons&lt;/b&gt;');
    expect(index!.content).not.toContain('<b>Bridge');
  });
});
