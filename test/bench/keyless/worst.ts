import { randomBytes } from 'node:crypto';
import type { RouteName } from '../../../functions/routes/index.ts';
import { PERMISSIONS } from '../../../shared/core/permissions.ts';
import type { Caller } from '../../../shared/http/caller.ts';
import { createPost } from '../../../shared/publishing/create.ts';

/** A request without a key. */
export interface KeylessRequest {
  name: RouteName;
  about: string;
  query?: string;
  parameters?: Record<string, string>;
  body?: string;
  headers?: Record<string, string>;
}

const EDITOR: Caller = {
  keyId: 1,
  authorId: 1,
  role: 'Administrator',
  permissions: new Set(PERMISSIONS),
  admin: true,
  isNarrowed: false,
};

const BODY_BYTES = 2 * 2 ** 20;

/** Bodies of 2 MiB that are slow to read, to compress or to make safe. */
const BODIES: Readonly<Record<string, string>> = {
  prose: fill('<p>Words of an ordinary article. </p>\n'),
  'random text': `<p>${randomBytes((BODY_BYTES * 3) / 4 - 10).toString('base64')}</p>`,
  'less-than signs': fill('<'),
  'nested paragraphs': fill('<p>'),
  quotes: fill('" '),
  images: fill('<img src=x srcset="a 1w, b 2w">'),
};

function fill(piece: string): string {
  return piece.repeat(Math.floor(BODY_BYTES / Buffer.byteLength(piece)));
}

async function makePost(fields: object): Promise<number> {
  const input = { headline: 'Worst', action: undefined, ...fields } as Parameters<typeof createPost>[0];
  return (await createPost(input, 'published', EDITOR)).value.id;
}

export async function seedWorst(): Promise<KeylessRequest[]> {
  const requests: KeylessRequest[] = [];
  for (const [about, body] of Object.entries(BODIES)) {
    const id = await makePost({ body, tags: ['each', about] });
    const parameters = { id: String(id) };
    requests.push(
      { name: 'posts/get', about, parameters },
      { name: 'posts/get', about: `${about}, gzip`, parameters, headers: { 'accept-encoding': 'gzip' } },
      { name: 'posts/get', about: `${about}, safe`, parameters, query: 'render_shortcodes=1&safe=1' },
    );
  }
  for (const about of ['prose', 'random text']) {
    for (let count = 0; count < 10; count++) await makePost({ body: BODIES[about], tags: [`ten ${about}`] });
    for (const encoding of ['gzip', 'identity'])
      requests.push({
        name: 'posts/tag',
        about: `ten of ${about}, ${encoding}`,
        query: new URLSearchParams({ tag: `ten ${about}` }).toString(),
        headers: { 'accept-encoding': encoding },
      });
    requests.push({
      name: 'posts/tag',
      about: `ten of ${about}, ids`,
      query: new URLSearchParams({ tag: `ten ${about}`, include_fields: 'id' }).toString(),
    });
  }
  requests.push({ name: 'feeds/get', about: 'whole texts', parameters: { format: 'rss.xml' } });
  return requests;
}
