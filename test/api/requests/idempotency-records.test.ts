import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes, type RouteName } from '../../../functions/routes/index.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { withLayer } from '../../support/aws/with-layer.ts';
import { useApi, type Call, type Reply } from '../../support/api/api.ts';
import { aDocument, anImage, ASSETS, BULK } from '../../support/resources/assets.ts';
import { sample } from '../../support/resources/documents.ts';
import { filePart, quartered, sendForm } from '../../support/resources/images.ts';
import { ENTITY_ROUTES, REQUESTS } from '../../support/api/requests.ts';
import { ok } from '../../support/resources/posts.ts';
import { makeAccount } from '../../support/resources/sessions.ts';
import { NOWHERE } from '../../support/resources/webhooks.ts';

const api = useApi();
let webhook = 0;

beforeAll(async () => {
  webhook = (await ok(api.post('/webhooks', { url: NOWHERE }))).id;
});

type Send = (call: Call) => Promise<Reply>;

/** Requests to the endpoints that write the records of an entity alone. */
const entityCreations = ENTITY_ROUTES.filter(({ method }) => method === 'POST').map(
  ({ name }): [string, readonly Send[]] => {
    const send = async (call: Call): Promise<Reply> => {
      const [, path, body] = await REQUESTS[name as RouteName]!(api);
      return await api.post(path, body, call);
    };
    return [name, [send]];
  },
);

/** A request to each endpoint that creates a record, by the name of its route. */
const CREATIONS: Readonly<Record<string, readonly Send[]>> = {
  ...Object.fromEntries(entityCreations),
  'authors/create': [
    call => api.post('/api/1.1/authors', { first_name: 'Ada' }, call),
    call => api.post('/api/1.1/authors', { name: 'ada-nord' }, call),
  ],
  'api_keys/create': [call => api.post('/api_keys', { author_id: api.stack.adminAuthorId }, call)],
  'invitations/create': [
    async call => api.post(`/authors/${(await makeAccount(api)).id}/invitations`, {}, call),
  ],
  'sections/create': [call => api.post('/sections', { title: 'S', url: 's', tags: ['t'] }, call)],
  'tags/create': [call => api.post('/tags', { title: 'T', url: 't' }, call)],
  'badges/create': [async call => api.post('/badges', { name: 'B', image_id: await anImage() }, call)],
  'drafts/create': [call => api.post('/drafts', { headline: 'D' }, call)],
  'previews/create': [
    async call => {
      const { id } = await ok(api.post('/drafts', { headline: 'Shown' }));
      return await api.post(`/drafts/${id}/previews`, {}, call);
    },
  ],
  'editor/create-preview': [
    async call => {
      const { id } = await ok(api.post('/drafts', { headline: 'Shown' }));
      return await api.post(`/editor/posts/${id}/previews`, {}, call);
    },
  ],
  'posts/create': [
    call => api.post('/posts', { headline: 'P' }, call),
    call =>
      api.post('/posts', { headline: 'Many', tags: Array.from({ length: 100 }, (_, n) => `t${n}`) }, call),
  ],
  'images/create': [async call => sendForm(api, '/images', [filePart(await quartered(8, 8))], call)],
  'documents/create': [call => sendForm(api, '/documents', [sample('csv'), sample('pdf')], call)],
  'dam/create': [
    async call => api.post(ASSETS, { file_type: 0, file_id: await anImage() }, call),
    async call =>
      api.post(ASSETS, [{ file_id: await aDocument(), data: { file_type: 1 } }], { ...BULK, ...call }),
  ],
  'webhooks/create': [call => api.post('/webhooks', { url: NOWHERE }, call)],
  'webhooks/test': [call => api.post(`/webhooks/${webhook}/test`, undefined, call)],
  'webhooks/replay': [
    async call => {
      const { id } = await ok(api.post(`/webhooks/${webhook}/test`));
      return await api.post(`/webhooks/${webhook}/deliveries/${id}/replay`, undefined, call);
    },
  ],
};

/** Endpoints that may run twice without harm, write nothing, or write their one item without a transaction (shared/platform/idempotency/record.ts). */
const WITHOUT_TRANSACTION = [
  'posts/record-page-views',
  'likes/create',
  'uploads/create',
  'editor/render',
  // Without a key none is claimed.
  'sessions/create',
  'sessions/passkey',
  'sessions/passkey-options',
  'sessions/single-sign-on',
  'sessions/single-sign-on-options',
  // A challenge is used once, and new codes replace those that nobody has seen.
  'passkeys/options',
  'passkeys/create',
  'recovery_codes/create',
  'invitations/accept',
];

/** How many transactions put an idempotency record while `work` runs. */
async function countTransactions(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  await withLayer(async ({ operation, input }, next) => {
    if (operation === 'TransactWriteItems' && JSON.stringify(input).includes('"IDEMPOTENCY#')) count++;
    return await next();
  }, work);
  return count;
}

describe.skipIf(DEPLOYED)('a POST with an Idempotency-Key', () => {
  const requests = Object.entries(CREATIONS).flatMap(([name, sends]) => sends.map(send => ({ name, send })));

  it.each(requests)(
    'puts the idempotency record into the transaction that creates the record ($name)',
    async ({ send }) => {
      const headers = { 'idempotency-key': randomUUID() };
      expect(await countTransactions(async () => ok(send({ headers })))).toBe(1);
    },
  );

  it('has a row in this test for every POST of the route table', () => {
    const posts = Object.entries(routes).filter(([, { method }]) => method === 'POST');
    expect([...Object.keys(CREATIONS), ...WITHOUT_TRANSACTION].sort()).toEqual(
      posts.map(([name]) => name).sort(),
    );
  });
});
