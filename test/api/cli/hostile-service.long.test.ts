import { existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { exporting } from '../../../infra/cli/export/main.ts';
import { importing as importingWordpress } from '../../../infra/cli/import-wordpress/main.ts';
import { repairing } from '../../../infra/cli/import-wordpress/repair.ts';
import { exportFile } from '../../unit/cli/import-wordpress/export.ts';
import { useApi } from '../../support/api/api.ts';
import { runHere, type Outcome } from '../../support/processes/cli.ts';
import { makeDocument } from '../../support/resources/documents.ts';
import { HostileService, OBEYED, sendForever, withoutPauses } from '../../support/api/hostile.ts';
import { makeImage } from '../../support/resources/images.ts';
import { makePost } from '../../support/resources/posts.ts';
import { smallSite } from '../../support/import/wordpress-site.ts';

const api = useApi((url: string) => ({ baseUrl: url, mediaBaseUrl: `${url}/media` }));
let service: HostileService;
let image: any;
let outer: string;

beforeAll(async () => {
  image = await makeImage(api);
  const document = await makeDocument(api);
  const body = `<p>${image.shortcode} ${document.shortcode}</p>`;
  for (const headline of ['One', 'Two']) await makePost(api, { headline, body, image_id: image.id });
  service = new HostileService(api.stack.url);
  await service.start();
});
afterAll(() => service.stop());
beforeEach(() => {
  outer = mkdtempSync(join(tmpdir(), 'hostile-'));
  mkdirSync(join(outer, 'a/b/c'), { recursive: true });
  service.tampering = {};
  service.paths.length = 0;
  withoutPauses();
});
afterEach(() => void vi.restoreAllMocks());

function address(): string[] {
  return ['--url', service.url, '--key', api.adminKey];
}

/** The commands that call a service, each with what it asks after its first request. */
const COMMANDS = {
  export: () => runHere(exporting, [join(outer, 'a/b/c/export'), ...address()]),
  'import:wordpress': () => runHere(importingWordpress, [exportFile(smallSite), ...address()]),
  'repair:wordpress': () => runHere(repairing, [exportFile(smallSite), '--apply', ...address()]),
};

/** Everything that an export left outside its own folder. */
function strays(): string[] {
  const files = readdirSync(outer, { recursive: true, encoding: 'utf8' });
  return files.filter(name => !['a', 'a/b', 'a/b/c'].includes(name) && !name.startsWith('a/b/c/export'));
}

async function failing(command: keyof typeof COMMANDS): Promise<Outcome & { said: string }> {
  const outcome = await COMMANDS[command]();
  expect(outcome.code).toBe(1);
  const said = outcome.stdout + outcome.stderr;
  expect(said).not.toMatch(OBEYED);
  expect(strays()).toEqual([]);
  return { ...outcome, said };
}

const isPosts = (url = ''): boolean => /^\/api\/1\.3\/(posts|drafts)\?/.test(url);

describe.each(Object.keys(COMMANDS) as (keyof typeof COMMANDS)[])('%s from a hostile service', command => {
  it('ends when an answer never ends', async () => {
    service.tampering.take = ({ url, method }, response) =>
      isPosts(url) && method === 'GET' && sendForever(response, '[');
    expect((await failing(command)).said).toContain('The answer is longer than 67108864 bytes');
  });

  it('ends when the service answers 503 forever', async () => {
    service.tampering.take = ({ url, method }, response) =>
      isPosts(url) && method === 'GET' && Boolean(response.writeHead(503, { 'retry-after': '1' }).end('{}'));
    expect((await failing(command)).said).toContain('503 unavailable');
    expect(service.paths.filter(path => isPosts(path.slice(4))).length).toBeLessThan(30);
  });

  it('ends when the service asks to wait for years', async () => {
    service.tampering.take = ({ url, method }, response) =>
      isPosts(url) &&
      method === 'GET' &&
      Boolean(response.writeHead(503, { 'retry-after': '9'.repeat(12) }).end());
    expect((await failing(command)).said).toContain('503 unavailable');
  });

  it('follows no redirect of the API', async () => {
    service.tampering.take = ({ url }, response) =>
      isPosts(url) && Boolean(response.writeHead(302, { location: url }).end());
    expect((await failing(command)).said).toContain('302 unexpected_answer');
    expect(service.paths.filter(path => isPosts(path.slice(4))).length).toBeLessThan(5);
  });

  it.each([
    ['the same cursor', () => 'a', 'The list repeats a page'],
    ['new cursors', (count: number) => String(count), 'The list repeats its pages'],
  ])('ends when a list repeats its page under %s', async (_, makeCursor, words) => {
    let count = 0;
    service.tampering.take = ({ url, method }, response) => {
      if (!isPosts(url) || method !== 'GET') return false;
      const link = `<https://x.example/?cursor=${makeCursor((count += 1))}>; rel="next"`;
      return Boolean(response.writeHead(200, { link, 'content-type': 'application/json' }).end('[]'));
    };
    expect((await failing(command)).said).toContain(words);
    expect(count).toBeLessThan(200);
  });

  it('prints the control characters of an answer as escapes', async () => {
    service.tampering.take = ({ url, method }, response) => {
      const status = { code: 'forbidden', messages: ['\u001b[2J\u001b]0;owned\u0007\u202e'] };
      return (
        isPosts(url) && method === 'GET' && Boolean(response.writeHead(403).end(JSON.stringify({ status })))
      );
    };
    expect((await failing(command)).said).toContain(String.raw`\u001b[2J\u001b]0;owned\u0007\u202e`);
  });

  it.each([
    ['an object', '{}'],
    ['broken JSON', '[[]'],
    ['a text', '"text"'],
    ['nothing', ''],
    ['a page', '<html>'],
    ['an entry of another form', '[{"id":{}}]'],
    ['arrays in arrays', `[${'['.repeat(100_000)}`],
  ])('ends when the service answers %s in place of a list', async (_, text) => {
    service.tampering.take = ({ url, method }, response) =>
      isPosts(url) &&
      method === 'GET' &&
      Boolean(response.writeHead(200, { 'content-type': 'application/json' }).end(text));
    const { code, stdout, stderr } = await COMMANDS[command]();
    // The importer needs no more of a listed post than its provider_post_id, and leaves out entries without one.
    if (command !== 'export' && text.startsWith('[{')) return;
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(/answer.*(list|shape)/i);
  });
});

describe('export of the files of a hostile service', () => {
  const changeImage = (url: string) => {
    service.tampering.change = (path, body) =>
      path.startsWith('/api/1.3/images/') ? { ...body, image_original_url: url } : body;
  };

  it.each([
    (id: number) => `images/${id}/..%2f..%2f..%2f..%2fowned.png`,
    (id: number) => `images/${id}/original/..%2F..%2F..%2F..%2F..%2F..%2Fowned.png`,
    (id: number) => `images/${id}/%2e%2e%2f%2e%2e%2fowned.png`,
    (id: number) => `images/${id}/%252e%252e%252fowned.png`,
    (id: number) => `images/${id}/a%00/owned.png`,
    (id: number) => `images/${id}/..%5c..%5cowned.png`,
    () => 'images/999/original/a/owned.png',
    () => 'elsewhere/owned.png',
  ])('refuses the address of case %# before it downloads anything', async path => {
    const file = path(image.id);
    changeImage(`${service.url}/media/${file}`);
    const { stderr } = await failing('export');
    expect(stderr).toContain('is not the URL of a file of');
    expect(service.paths.filter(name => name.includes('owned'))).toEqual([]);
    expect(existsSync(join(outer, 'a/b/c/export/manifest.json'))).toBe(false);
  });

  it('connects to no other host that is not public', async () => {
    let connections = 0;
    const inner = createServer((_, response) => response.end((connections += 1)));
    await new Promise<void>(resolve => inner.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void inner.close());
    const key = new URL(image.image_original_url).pathname.replace('/media/', '');
    changeImage(`http://127.0.0.1:${(inner.address() as AddressInfo).port}/${key}`);
    expect((await failing('export')).stderr).toContain("can't be downloaded: its host is not public");
    expect(connections).toBe(0);
  });

  const isFile = (url = ''): boolean => url.startsWith('/media/');

  it('ends when a file never ends', async () => {
    service.tampering.take = ({ url }, response) => isFile(url) && sendForever(response, '');
    expect((await failing('export')).stderr).toContain('it has more than 104857600 bytes');
  });

  it('ends when a file redirects in a circle, or to an inner host', async () => {
    service.tampering.take = ({ url }, response) =>
      isFile(url) && Boolean(response.writeHead(302, { location: url }).end());
    expect((await failing('export')).stderr).toContain("can't be downloaded: no answer");
    service.tampering.take = ({ url }, response) =>
      isFile(url) && Boolean(response.writeHead(302, { location: 'http://169.254.169.254/' }).end());
    expect((await failing('export')).stderr).toContain('its host is not public');
  });

  it('ends when a file is no picture', async () => {
    service.tampering.take = ({ url }, response) => isFile(url) && Boolean(response.end('\u001b[2J'));
    await failing('export');
  });

  it('ends when the files answer 503 forever', async () => {
    service.tampering.take = ({ url }, response) => isFile(url) && Boolean(response.writeHead(503).end());
    expect((await failing('export')).stderr).toContain("can't be downloaded");
  });
});
