// Serves the built site: its files, previews, redirects of former paths, feeds of the newsroom, and the webhook that builds it again.
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { build, findLive } from './build.js';
import { findPost, findPreview } from './lib/newsroom.js';
import { BROADSHEET_URL, isOurs } from './lib/settings.js';
import { decodePath, fillTemplate, TEMPLATE } from './lib/view.js';

const { PORT = '8080' } = process.env;
const TYPES = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};
/** Readers see a new build after so many seconds. */
const MAX_AGE = 'public, max-age=10';
const MAX_DELIVERY_BYTES = 8_000_000;

const server = createServer((request, response) => {
  handle(request, response).catch(error => {
    console.error(error);
    if (response.headersSent) response.destroy();
    else
      response.writeHead(503, { 'retry-after': '10' }).end('The newsroom does not answer. Please try again.');
  });
});

async function handle(request, response) {
  const { pathname, searchParams } = new URL(request.url.replace(/^\/+/, '/'), 'http://site');
  if (request.method === 'POST' && pathname === '/hook') return await receive(request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') return response.writeHead(405).end();
  if (/^\/(feeds\/|sitemaps\/|sitemap\.xml$|robots\.txt$)/.test(pathname))
    return await passOn(pathname, response);
  const token = searchParams.get('preview');
  if (token) return await showPreview(token, response);
  const file = await findFile(pathname);
  if (file === null) return await showUnbuilt(decodePath(pathname), response);
  response.writeHead(200, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'cache-control': MAX_AGE,
  });
  await pipeline(createReadStream(file), response);
}

/** The delivery is answered at once: one that takes over ten seconds is repeated. */
async function receive(request, response) {
  if (Number(request.headers['content-length'] ?? Infinity) > MAX_DELIVERY_BYTES)
    return response.writeHead(413).end();
  const isTrusted = isOurs(await text(request), request.headers['x-broadsheet-signature']);
  response.writeHead(isTrusted ? 204 : 403).end();
  if (isTrusted) await build();
}

/** Feeds and sitemaps have the addresses of the site: `baseUrl` in the settings of the service. */
async function passOn(path, response) {
  const answer = await fetch(new URL(path, BROADSHEET_URL));
  const type = answer.headers.get('content-type') ?? 'text/plain';
  response.writeHead(answer.status, {
    'content-type': type,
    'cache-control': answer.ok ? MAX_AGE : 'no-store',
  });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

async function showPreview(token, response) {
  const post = await findPreview(token);
  if (post === null) return await showMissing(response);
  const headers = {
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  };
  await showPost(post, response, headers);
}

/** A path without a file is one that a post had before, or of a post that is newer than the build. */
async function showUnbuilt(path, response) {
  const post = path && (await findPost(path));
  if (!post) return await showMissing(response);
  if ('moved_to' in post) return response.writeHead(301, { location: post.moved_to }).end();
  await showPost(post, response, { 'cache-control': MAX_AGE });
}

async function showPost(post, response, headers) {
  const page = await readFile(join(findLive(), TEMPLATE.slug, 'index.html'), 'utf8');
  response.writeHead(200, { 'content-type': TYPES['.html'], ...headers }).end(fillTemplate(page, post));
}

async function showMissing(response) {
  const page = await readFile(join(findLive(), '404.html'));
  response.writeHead(404, { 'content-type': TYPES['.html'], 'cache-control': MAX_AGE }).end(page);
}

/** The file of a path; null without one. */
async function findFile(pathname) {
  const path = decodePath(pathname);
  if (path === null || /\0|\\|(^|\/)\.\.(\/|$)/.test(path) || path.startsWith(TEMPLATE.slug)) return null;
  for (const file of [join(findLive(), path), join(findLive(), path, 'index.html')])
    if (await isFile(file)) return file;
  return null;
}

async function isFile(path) {
  return await stat(path).then(
    found => found.isFile(),
    () => false,
  );
}

// What changed while no server ran is in the first build.
await build();
server.listen(Number(PORT), () => console.log(`The site is ready at http://localhost:${PORT}/`));
