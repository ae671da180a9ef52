import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creation } from '../../../infra/dev/new/main.ts';
import { exemptForLocalUse } from '../../../shared/platform/http/guarded/target.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { runHere } from '../../support/processes/cli.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { freePort } from '../../support/web/free-port.ts';

const ACTIONS = ['draft_publish', 'post_create', 'post_edit', 'post_unpublish', 'post_delete', 'site_change'];
const QUIET = { NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };
/** Ends only what hangs. */
const HANGS_AFTER_MS = 900_000;

/** The sites need their frameworks, which only a registry has. */
function hasRegistry(): boolean {
  try {
    execFileSync('npm', ['view', '@11ty/eleventy', 'version'], { timeout: 60_000, stdio: 'ignore' });
    return true;
  } catch {
    console.warn('skipped: the registry of packages does not answer');
    return false;
  }
}

const api = useApi((url: string) => ({ features: { publicRead: true }, baseUrl: url }));

describe.skipIf(!hasRegistry()).each(['eleventy', 'astro', 'next'])(
  'the site that npm run new writes for %s',
  framework => {
    let parent: string;
    let site: string;
    let child: ChildProcess;
    let output = '';
    let post: { id: number; slug: string };
    let formerSlug: string;

    /** Runs a command line in a process group of its own. */
    function run(command: string, environment: Record<string, string> = {}): ChildProcess {
      // Vitest sets NODE_ENV, which frameworks obey.
      const { NODE_ENV: _, ...own } = process.env;
      const env = { ...own, ...QUIET, ...environment };
      const started = spawn(command, { cwd: parent, shell: true, detached: true, env });
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', part => (output += String(part)));
      return started;
    }

    /** Creates the site, and runs the commands that it prints. */
    async function start(port: number): Promise<void> {
      const folder = join(parent, 'site');
      const { code, stdout } = await runHere(creation, ['site', framework, folder, '--url', api.stack.url]);
      expect(code).toBe(0);
      const commands = [...stdout.matchAll(/^ {2}(.+)$/gm)].map(([, command]) => command!);
      const { secret } = await ok(api.post('/webhooks', { url: `${site}/hook`, actions: ACTIONS }));
      const settings = await readFile(join(folder, '.env'), 'utf8');
      await writeFile(join(folder, '.env'), settings.replace('WEBHOOK_SECRET=', `WEBHOOK_SECRET=${secret}`));
      // The printed folder is relative to that of the command.
      commands[0] = `cd ${folder}`;
      const [built] = await once(run(commands.slice(0, -1).join(' && ')), 'exit');
      expect({ built, output: built === 0 ? '' : output }).toEqual({ built: 0, output: '' });
      child = run([commands[0], commands.at(-1)].join(' && '), { PORT: String(port) });
      await eventually(
        () =>
          fetch(site).then(
            ({ status }) => status,
            () => 0,
          ),
        status => status === 200,
      );
    }

    async function read(path: string): Promise<{ status: number; html: string; headers: Headers }> {
      const response = await fetch(site + path, { redirect: 'manual' });
      return { status: response.status, html: await response.text(), headers: response.headers };
    }

    beforeAll(async () => {
      parent = await mkdtemp(join(tmpdir(), 'starter-'));
      await makeSection(api, { title: 'Harbour', url: `harbour-${framework}`, tags: [framework] });
      const fields = { headline: 'For some', tags: [framework], body: '<p>Boats & <em>nets</em></p>' };
      const { id, slug } = await makePost(api, { ...fields, manual_basename: `some-${framework}` });
      formerSlug = slug;
      post = await ok(
        api.put(`/posts/${id}`, { headline: 'For <all>', manual_basename: `all-${framework}` }),
      );
      const port = await freePort();
      site = `http://127.0.0.1:${port}`;
      exemptForLocalUse(new URL(site).host);
      await start(port);
    }, HANGS_AFTER_MS);
    afterAll(async () => {
      if (child.pid !== undefined && child.exitCode === null) {
        const end = once(child, 'exit');
        process.kill(-child.pid, 'SIGKILL');
        await end;
      }
      await rm(parent, { recursive: true, force: true, maxRetries: 10 });
    });

    /** Reads a path until it leads elsewhere. */
    function awaitRedirect(path: string) {
      return eventually(
        () => read(path),
        ({ status }) => status === 301,
      );
    }

    it('shows the front page, a section and a post', async () => {
      const front = await read('/');
      expect(front.html).toContain('For &lt;all');
      expect(front.html).toContain('Harbour');
      expect((await read(`/harbour-${framework}`)).html).toContain('For &lt;all');
      const page = await read(post.slug);
      expect(page.status).toBe(200);
      expect(page.html).toContain('<p>Boats &amp; <em>nets</em></p>');
    });

    it('leads a former path to the post, and answers 404 for an unknown one', async () => {
      const former = await read(formerSlug);
      expect([former.status, former.headers.get('location')]).toEqual([301, post.slug]);
      expect((await read('/nowhere')).status).toBe(404);
      expect((await read('/..%2f..%2fpackage.json')).status).toBe(404);
    });

    it('shows a preview that nothing may store, and nothing after it was revoked', async () => {
      const { id } = await makeDraft(api, { headline: 'Not <yet>', body: '<p>Secret</p>' });
      const { token } = await ok(api.post(`/drafts/${id}/previews`, {}));
      const { status, html, headers } = await read(`/not-yet?preview=${token}`);
      expect(status).toBe(200);
      expect(html).toContain('<p>Secret</p>');
      expect(html).not.toContain('<yet>');
      expect(headers.get('cache-control')).toContain('no-store');
      await ok(api.delete(`/previews/${token}`));
      expect((await read(`/not-yet?preview=${token}`)).status).toBe(404);
    });

    it('passes on the feeds and the sitemap', async () => {
      expect((await read('/feeds/rss.xml')).html).toContain('For &lt;all');
      expect((await read('/sitemap.xml')).html).toContain('<sitemapindex');
    });

    it('follows the webhook: an edit, a new address in Cyrillic and an unpublished post, reading only what has changed', async () => {
      await ok(api.put(`/posts/${post.id}`, { body: '<p>Changed</p>' }));
      await eventually(
        () => read(post.slug),
        ({ html }) => html.includes('<p>Changed</p>'),
      );
      expect(output).toContain('newsroom: read 1 changed posts');
      await ok(api.put(`/posts/${post.id}`, { manual_basename: `мост-${framework}` }));
      const [former, current] = [await awaitRedirect(post.slug), encodeURI(`/мост-${framework}`)];
      expect(former.headers.get('location')).toBe(current);
      expect((await read(current)).html).toContain('<p>Changed</p>');
      await ok(api.put(`/posts/${post.id}`, { action: 'unpublish' }));
      await eventually(
        () => read(current),
        ({ status }) => status === 404,
      );
      expect((await fetch(`${site}/hook`, { method: 'POST', body: '{}' })).status).toBe(403);
    });
  },
);
