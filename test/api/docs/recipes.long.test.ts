import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exemptForLocalUse } from '../../../shared/platform/http/guarded/target.ts';
import { freePort } from '../../support/web/free-port.ts';
import { startWeb, type Web } from '../../support/web/web.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { makePost, ok } from '../../support/resources/posts.ts';

const SCRIPTS = ['build', 'receiver', 'purge', 'notify-hub', 'subscriber'];

let folder: string;
let cdn: Web;
let hub: Web;
const purged: string[] = [];
const processes: ChildProcess[] = [];
/** The parameters of the requests to the hub. */
const asked: URLSearchParams[] = [];

/** A WebSub hub: it verifies each subscription, and sends a published topic to its subscribers. */
async function answerAsHub(sent: URLSearchParams): Promise<void> {
  asked.push(sent);
  const subscriptions = asked.filter(one => one.get('hub.mode') === 'subscribe');
  if (sent.get('hub.mode') === 'subscribe') {
    const query = new URLSearchParams({ ...Object.fromEntries(sent), 'hub.challenge': 'to be repeated' });
    const confirmed = await fetch(`${sent.get('hub.callback')}?${query.toString()}`);
    if ((await confirmed.text()) !== 'to be repeated') throw new Error('The subscription is not confirmed');
    return;
  }
  for (const one of subscriptions.filter(one => one.get('hub.topic') === sent.get('hub.url'))) {
    const body = await (await fetch(one.get('hub.topic')!)).text();
    const mac = createHmac('sha256', one.get('hub.secret')!).update(body).digest('hex');
    const headers = { 'content-type': 'application/feed+json', 'x-hub-signature': `sha256=${mac}` };
    await fetch(one.get('hub.callback')!, { method: 'POST', body, headers });
  }
}

beforeAll(async () => {
  cdn = await startWeb((request, response) => {
    purged.push(`${request.method} ${request.url}`);
    response.writeHead(200).end();
  });
  hub = await startWeb((request, response) => {
    const answer = async (): Promise<void> => {
      await answerAsHub(new URLSearchParams(await text(request)));
      response.writeHead(202).end();
    };
    // The processes end with the tests, also while the hub sends them something.
    answer().catch(() => response.destroy());
  });
  folder = await mkdtemp(join(tmpdir(), 'recipes-'));
  const recipes = await readFile('functions/recipes.md', 'utf8');
  const readBlock = (document: string, mark: string): string => {
    const block = new RegExp(`<!-- ${mark} -->\\s+\`\`\`js\\n([^]*?)\`\`\``).exec(document)?.[1];
    if (block === undefined) throw new Error(`No script ${mark}`);
    return block;
  };
  for (const name of SCRIPTS) await writeFile(join(folder, `${name}.mjs`), readBlock(recipes, `${name}.mjs`));
  const readme = await readFile('functions/README.md', 'utf8');
  await writeFile(join(folder, 'is-ours.mjs'), readBlock(readme, 'verifying'));
});

const api = useApi((url: string) => ({
  features: { publicRead: true },
  baseUrl: url,
  feeds: { hub: `${hub.origin}/` },
}));

afterAll(async () => {
  const ends = processes.map(child => child.exitCode ?? once(child, 'exit'));
  for (const child of processes) child.kill();
  await Promise.all([...ends, cdn.stop(), hub.stop()]);
  // A build that a process began may still write.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

interface Script {
  /** What it has written so far. */
  output: () => string;
}

/** Runs a script until it says that it is ready. */
async function start(name: string, ready: string, variables: Record<string, string>): Promise<Script> {
  const child = spawn(process.execPath, [`${name}.mjs`], {
    cwd: folder,
    env: { ...process.env, ...variables },
  });
  processes.push(child);
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (written += String(part)));
  const script = { output: () => written };
  await eventually(
    () => Promise.resolve(written),
    seen => seen.includes(ready),
  );
  return script;
}

describe('receiver of webhooks in functions/README.md', () => {
  let subscriber: Script;
  let receiver: string;

  beforeAll(async () => {
    const [port, callbackPort] = [await freePort(), await freePort()];
    receiver = `http://127.0.0.1:${port}/`;
    exemptForLocalUse(new URL(receiver).host);
    const actions = ['draft_publish', 'post_create', 'post_edit', 'post_unpublish', 'post_delete'];
    const { secret } = await ok(api.post('/webhooks', { url: receiver, actions }));
    const feed = `${api.stack.url}/feeds/feed.json`;
    await start('receiver', 'listening', {
      PORT: String(port),
      SECRET: secret,
      BUILD: `"${process.execPath}" build.mjs`,
      CDN: cdn.origin,
      HUB: hub.origin,
      FEEDS: feed,
      API: `${api.stack.url}/api/1.3`,
      KEY: api.adminKey,
    });
    const callback = `http://127.0.0.1:${callbackPort}/websub`;
    subscriber = await start('subscriber', 'subscribed', {
      PORT: String(callbackPort),
      CALLBACK: callback,
      FEED: feed,
    });
  });

  it('rebuilds the site, purges the CDN and sends the feed to subscribers when a post is published', async () => {
    const post = await makePost(api, {
      headline: 'The <bridge> is open',
      body: '<p>At last.</p><script>alert(1)</script>',
    });
    await eventually(
      () => Promise.resolve(subscriber.output()),
      seen => seen.includes(post.post_url),
    );

    expect(subscriber.output()).toContain(`The <bridge> is open ${post.post_url}`);
    expect(purged).toContain(`PURGE ${post.slug}`);
    expect(purged).toContain('PURGE /feeds/rss.xml');
    const page = await readFile(join(folder, `site${post.slug}/index.html`), 'utf8');
    expect(page).toContain('<h1>The &#60;bridge&#62; is open</h1><p>At last.</p>');
    expect(page).toContain(`<link rel="canonical" href="${post.post_url}">`);
    expect(page).not.toContain('alert');
    expect(await readFile(join(folder, 'site/index.html'), 'utf8')).toContain(`href="${post.slug}"`);
  });

  it('purges nothing and tells no hub where neither is set', async () => {
    const { CDN: _cdn, HUB: _hub, FEEDS: _feeds, ...env } = process.env;
    const code = `import { purge } from './purge.mjs'; import { notifyHub } from './notify-hub.mjs'; await purge(['/a']); await notifyHub();`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: folder, env });

    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('refuses a request that the service did not sign', async () => {
    const before = purged.length;
    const headers = { 'x-broadsheet-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` };
    expect((await fetch(receiver, { method: 'POST', body: '{}', headers })).status).toBe(403);
    expect(purged.length).toBe(before);
  });
});
