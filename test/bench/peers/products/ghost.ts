import { createHash, createHmac } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { TAGS } from '../article.ts';
import { API_KEY, type Call, type Product } from '../product.ts';
import { Project } from '../project.ts';

const project = new Project('ghost', 'ghost');
/** Ghost takes keys of hexadecimal digits only. */
const SECRET = createHash('sha256').update(API_KEY).digest('hex');
const ADMIN_KEY_ID = SECRET.slice(0, 24);
const CONTENT_KEY = SECRET.slice(-26);
const TOKEN_SECONDS = 300;
const ADMIN = '/ghost/api/admin';

const Created = v.object({ posts: v.tuple([v.object({ id: v.string() })]) });
const Tags = v.object({ meta: v.object({ pagination: v.object({ total: v.number() }) }) });

/** Ghost with SQLite. Reads go to its Content API, and posts are created by its Admin API; neither has a search. */
export const ghost: Product = {
  name: 'ghost',
  title: `Ghost ${project.version}`,
  indexesLater: false,
  headers: () => ({ authorization: `Ghost ${adminToken()}` }),
  fingerprint: () => project.fingerprint(),
  install: async () => await project.install(['install.mjs']),
  prepare: async data =>
    await project.run(project.node, ['prepare.mjs'], {
      ...settings(data),
      ADMIN_KEY_ID,
      ADMIN_SECRET: SECRET,
      CONTENT_KEY,
    }),
  start: ({ data, port }) => ({
    command: project.node,
    args: ['index.js'],
    cwd: join(project.folder, 'ghost'),
    env: { ...settings(data), url: `http://127.0.0.1:${port}`, server__port: String(port) },
  }),
  readyPath: postsPath('', { limit: '1' }),
  open: async call => {
    await createTags(call);
    return {
      get: id => postsPath(`${id}/`),
      newest: postsPath('', { limit: '10' }),
      tagged: tag => postsPath('', { limit: '10', filter: `tag:${tag}` }),
      create: {
        path: `${ADMIN}/posts/?source=html`,
        body: ({ headline, body, tags }) => ({
          posts: [{ title: headline, html: body, tags, status: 'published' }],
        }),
        readId: answer => v.parse(Created, answer).posts[0].id,
      },
    };
  },
};

/** The settings that differ from the defaults, as variables of the environment. */
function settings(data: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    database__client: 'sqlite3',
    database__connection__filename: join(data, 'ghost.db'),
    logging__level: 'error',
    logging__transports: '["stdout"]',
    // Ghost sends nothing about the posts to other services.
    privacy__useTinfoil: 'true',
  };
}

function postsPath(rest: string, query: Record<string, string> = {}): string {
  const parameters = new URLSearchParams({ key: CONTENT_KEY, include: 'tags', formats: 'html', ...query });
  return `/ghost/api/content/posts/${rest}?${parameters.toString()}`;
}

/** Makes the token of the Admin API, which is valid for five minutes at most. */
function adminToken(): string {
  const issued = Math.floor(Date.now() / 1000);
  const header = { alg: 'HS256', typ: 'JWT', kid: ADMIN_KEY_ID };
  const claims = { iat: issued, exp: issued + TOKEN_SECONDS, aud: '/admin/' };
  const signed = [header, claims]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = createHmac('sha256', Buffer.from(SECRET, 'hex')).update(signed).digest('base64url');
  return `${signed}.${signature}`;
}

/** Creates the tags of a new database, because posts that are created at once would each create them. */
async function createTags(call: Call): Promise<void> {
  const { meta } = v.parse(Tags, await call('GET', `${ADMIN}/tags/?limit=1`));
  if (meta.pagination.total >= TAGS.length) return;
  for (const name of TAGS) await call('POST', `${ADMIN}/tags/`, { tags: [{ name }] });
}
