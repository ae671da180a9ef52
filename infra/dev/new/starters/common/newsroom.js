// What the site shows: the public posts and sections of the newsroom. A build fetches only what has changed since the last one.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { ApiKeyMissing, CursorExpired, InvalidInput, NotFound } from 'broadsheet-client';
import { BROADSHEET_URL, client } from './settings.js';
import { encodePath, toView } from './view.js';

const FIELDS = [
  ...[
    'id',
    'slug',
    'post_url',
    'headline',
    'subheadline',
    'description',
    'roar_authors',
    'sections',
    'is_private',
  ],
  ...['created_ts', 'formated_full_created_ts', 'image', 'image_info', 'image_dimensions', 'image_alt'],
  ...['photo_caption', 'photo_credit'],
  ...['body_html', 'head_html'],
];
/** With the tags of a post's head, and its body without shortcodes and scripts. */
const RENDERED = { render: 'head', render_shortcodes: true, safe: true };
/** The status of the sections that menus show. */
const LISTED = 2;
const KEPT = '.cache/newsroom.json';
/** What was kept from another service, or with other fields, does not count. */
const SOURCE = JSON.stringify([BROADSHEET_URL, FIELDS, RENDERED]);

/** The pages of one build share what they show. */
const MAX_AGE_MS = 5000;
/** A framework may load this module more than once in a process, for some pages each. */
const shared = (globalThis.newsroomState ??= { kept: undefined, loading: undefined, until: 0 });

/** @typedef {import('./view.js').View} View */
/** @typedef {{ id: number, title: string, full_url: string, href: string }} Section */

/** The posts newest first, the sections in their order. @returns {Promise<{ posts: View[], sections: Section[] }>} */
export function loadNewsroom() {
  if (Date.now() > shared.until) {
    shared.until = Infinity;
    shared.loading = load();
    shared.loading.then(
      () => (shared.until = Math.min(shared.until, Date.now() + MAX_AGE_MS)),
      forgetNewsroom,
    );
  }
  return shared.loading;
}

/** What is loaded next has what has changed until now. */
export function forgetNewsroom() {
  shared.until = 0;
}

async function load() {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ApiKeyMissing)) throw error;
    const missing = new Error(
      'The service asks for a key: set BROADSHEET_KEY in the file .env to one with the permission read.',
    );
    // A stack trace would hide the remedy.
    missing.stack = missing.message;
    throw missing;
  }
}

async function read() {
  const kept = shared.kept ?? (await readKept());
  const changed = kept && (await update(kept));
  const newsroom = changed ?? (await readAll());
  if (newsroom !== kept) await tryToKeep(newsroom);
  shared.kept = newsroom;
  // In the order of the lists, also of posts of one second: a changed post comes last into those that were kept.
  const posts = Object.values(newsroom.posts).sort(
    (one, other) => other.created_ts - one.created_ts || other.id - one.id,
  );
  const sections = newsroom.sections.map(section => ({
    ...section,
    href: encodePath(`/${section.full_url}`),
  }));
  return { posts: posts.map(toView), sections };
}

/** The cursor is taken first: what changes during the reading is read again in the next build. */
async function readAll() {
  const { cursor } = await client.posts.changes();
  const posts = {};
  const query = { exclude_private: true, include_fields: FIELDS, limit: 100, ...RENDERED };
  for await (const post of client.posts.list.all({ query })) posts[post.id] = post;
  const sections = (await client.sections.list()).filter(({ status }) => status === LISTED);
  console.log(`newsroom: read ${Object.keys(posts).length} posts`);
  return { source: SOURCE, cursor, posts, sections };
}

/** Null when all must be read again: the last build is long ago, or a section has changed, and with it addresses of posts. */
async function update(kept) {
  const changes = await readChanges(kept.cursor);
  if (changes === null || changes.entries.some(({ kind }) => kind === 'section')) return null;
  if (changes.entries.length === 0) return kept;
  const ids = new Set(changes.entries.map(({ id }) => id));
  const posts = { ...kept.posts };
  for (const id of ids) {
    const post = await loadPost(id);
    if (post) posts[id] = post;
    else delete posts[id];
  }
  console.log(`newsroom: read ${ids.size} changed posts`);
  return { ...kept, cursor: changes.cursor, posts };
}

/** `{entries, cursor}`: what has changed in public since a cursor; null when that is no longer kept. */
async function readChanges(since) {
  const entries = [];
  for (let cursor = since; ;) {
    const page = await nullAfter([CursorExpired], client.posts.changes({ query: { since: cursor } }));
    if (page === null) return null;
    entries.push(...page.changes);
    cursor = page.cursor;
    if (!page.has_more) return { entries, cursor };
  }
}

async function loadPost(id) {
  const post = await nullAfter([NotFound], client.posts.get({ path: { id }, query: RENDERED }));
  if (post === null || post.is_private) return null;
  return Object.fromEntries(FIELDS.map(name => [name, post[name]]));
}

/** Of a path or token that nothing has, or that is none. */
const UNKNOWN = [NotFound, InvalidInput];

/** The post at a path, null where there is none. @returns {Promise<View | { moved_to: string } | null>} */
export async function findPost(path) {
  const post = await nullAfter(UNKNOWN, client.posts.permalink({ query: { path, ...RENDERED } }));
  if (post === null || 'moved_to' in post) return post;
  return post.is_private || post.status !== 'published' ? null : toView(post);
}

/** The draft, or the post with its staged change, that a preview shows; null when it has ended. @returns {Promise<View | null>} */
export async function findPreview(token) {
  const post = await nullAfter(UNKNOWN, client.previews.get({ path: { token }, query: RENDERED }));
  return post && toView(post);
}

/** Null in place of these errors of the API. */
async function nullAfter(errors, answer) {
  return await answer.catch(error => {
    if (errors.some(one => error instanceof one)) return null;
    throw error;
  });
}

async function readKept() {
  const kept = await readFile(KEPT, 'utf8').then(JSON.parse, () => null);
  return kept?.source === SOURCE ? kept : null;
}

/** A build that is killed leaves what the last one kept. Where no file can be written, the next process reads all again. */
async function tryToKeep(newsroom) {
  await writeKept(newsroom).catch(error => console.warn(`newsroom: nothing is kept: ${error.message}`));
}

async function writeKept(newsroom) {
  await mkdir('.cache', { recursive: true });
  const written = `${KEPT}.${process.pid}`;
  await writeFile(written, JSON.stringify(newsroom));
  await rename(written, KEPT);
}
