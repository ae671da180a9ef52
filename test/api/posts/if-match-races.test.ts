import { describe, expect, it } from 'vitest';
import { routeList, type RouteName } from '../../../functions/routes/index.ts';
import { examples } from '../../../infra/sites/reference/examples/index.ts';
import { Authors } from '../../../shared/people/authors/record.ts';
import { Badges } from '../../../shared/taxonomy/badges/record.ts';
import { Assets } from '../../../shared/library/dam/assets.ts';
import { Documents } from '../../../shared/library/documents/record.ts';
import { Images } from '../../../shared/library/images/record.ts';
import { postKey } from '../../../shared/posts/record/record.ts';
import { orderKey, SECTION, TAG } from '../../../shared/taxonomy/sections/record.ts';
import { putItem } from '../../../shared/platform/store/put.ts';
import { getItem, type Key } from '../../../shared/platform/store/table.ts';
import { Webhooks } from '../../../shared/posts/webhooks/record.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { beforeFirst, withFaults } from '../../support/aws/faults.ts';
import { useApi } from '../../support/api/api.ts';
import { aDocument, anImage, makeAsset } from '../../support/resources/assets.ts';
import { ENTITY_ROUTES, REQUESTS } from '../../support/api/requests.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi();

/** A request with If-Match for a record that another request changes after it was read, just before it would be written. */
interface Race {
  /** @returns the record's id */
  make: () => Promise<number>;
  toKey: (id: number) => Key;
  body?: object;
  /** The other request's change; without one it only raises the version. */
  change?: (id: number) => Promise<unknown>;
}

function toName({ method, path }: { method: string; path: string }): string {
  return `${method} ${path.replace('/api/1.3', '')}`;
}

const aPost = async () => (await makePost(api)).id as number;
const aDraft = async () => (await makeDraft(api)).id as number;
const aScheduledPost = async () => {
  const id = await aDraft();
  await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: IN_AN_HOUR_TS }));
  return id;
};
const aSection = async () => (await makeSection(api)).id as number;
const anAuthor = async () => (await ok(api.post('/api/1.1/authors', { first_name: 'Ann' }))).id as number;
const aBadge = async () => (await ok(api.post('/badges', { name: 'B', image_id: await anImage() }))).id;
const anAsset = async () => (await makeAsset(api)).id as number;
const aWebhook = async () => (await ok(api.post('/webhooks', { url: 'https://hooks.example.com/' }))).id;
const anOrder = async () => {
  const id = await aSection();
  await ok(api.put(`/sections/${id}/order`, { post_ids: [] }));
  return id;
};
let tags = 0;
const aTag = async () => (await ok(api.post('/tags', { title: 'T', url: `tag-${++tags}` }))).id as number;

const IN_AN_HOUR_TS = Math.floor(Date.now() / 1000) + 3600;

/** All sections have one revision and fingerprint, so a version that is raised alone would look like a torn read. */
const editSection = (id: number) => ok(api.put(`/sections/${id}`, { title: 'Changed' }));

/** The endpoints that write the records of an entity alone. */
const entityRaces = ENTITY_ROUTES.filter(({ method }) => method !== 'POST').map(
  ({ name, method, path, entity }): [string, Race] => {
    const make = async (): Promise<number> => {
      const [, made] = await REQUESTS[name as RouteName]!(api);
      return Number(made.split('/').at(-1));
    };
    const { body } = examples[name as RouteName];
    return [toName({ method, path }), { make, toKey: entity.key, ...(body && { body: Object(body) }) }];
  },
);

const RACES: Record<string, Race> = {
  ...Object.fromEntries(entityRaces),
  'PUT /posts/{id}': { make: aPost, toKey: postKey, body: { headline: 'X' } },
  'DELETE /posts/{id}': { make: aPost, toKey: postKey },
  'PUT /drafts/{id}': { make: aDraft, toKey: postKey, body: { headline: 'X' } },
  'DELETE /drafts/{id}': { make: aDraft, toKey: postKey },
  'PUT /editor/posts/{id}': { make: aPost, toKey: postKey, body: { headline: 'X' } },
  'PUT /scheduled_posts/{id}': { make: aDraft, toKey: postKey, body: { scheduled_at: IN_AN_HOUR_TS } },
  'DELETE /scheduled_posts/{id}': { make: aScheduledPost, toKey: postKey },
  'PUT /sections/{id}': {
    ...{ make: aSection, toKey: SECTION.key, body: { title: 'X' }, change: editSection },
  },
  'DELETE /sections/{id}': { make: aSection, toKey: SECTION.key, change: editSection },
  'PUT /sections/{id}/order': { make: anOrder, toKey: orderKey, body: { post_ids: [] } },
  'PUT /tags/{id}': { make: aTag, toKey: TAG.key, body: { title: 'X' } },
  'DELETE /tags/{id}': { make: aTag, toKey: TAG.key },
  'PUT /api/1.1/authors/{id}': {
    ...{ make: anAuthor, toKey: Authors.key, body: { first_name: 'A', last_name: 'X' } },
  },
  'PUT /badges/{id}': { make: aBadge, toKey: Badges.key, body: { name: 'X' } },
  'DELETE /badges/{id}': { make: aBadge, toKey: Badges.key },
  'PUT /dam/assets/{id}': { make: anAsset, toKey: Assets.key, body: { image_title: 'X' } },
  'DELETE /dam/assets/{id}': { make: anAsset, toKey: Assets.key },
  'PUT /images/{id}': { make: anImage, toKey: Images.key, body: { caption: 'X' } },
  'PUT /documents/{id}': { make: aDocument, toKey: Documents.key, body: { title: 'X' } },
  'PUT /webhooks/{id}': { make: aWebhook, toKey: Webhooks.key, body: { active: false } },
  'DELETE /webhooks/{id}': { make: aWebhook, toKey: Webhooks.key },
};

const OUTDATED = 'The record has changed: If-Match does not match its ETag';

async function raiseVersion(key: Key): Promise<void> {
  const item = await getItem(key, { consistent: true });
  await putItem({ ...item, ...key, version: Number(item?.version) + 1 });
}

// Deployed functions make their calls to the table past the hook of this process.
describe.skipIf(DEPLOYED)('request with If-Match', () => {
  it('has a row in this test for every endpoint that accepts If-Match', () => {
    const accepting = routeList.filter(({ name }) => examples[name as keyof typeof examples].ifMatch);
    expect(Object.keys(RACES).sort()).toEqual(accepting.map(toName).sort());
  });

  it.each(Object.entries(RACES))(
    'returns 412 and changes nothing when its record changes after the check: %s',
    async (name, race) => {
      const [method = '', path = ''] = name.split(' ');
      const id = await race.make();
      const key = race.toKey(id);
      const version = Number((await getItem(key, { consistent: true }))?.version);
      const headers = { 'if-match': `"${version}"` };
      let changed: unknown;
      const change = async (): Promise<void> => {
        await (race.change ? race.change(id) : raiseVersion(key));
        changed = await getItem(key, { consistent: true });
      };
      const reply = await withFaults(beforeFirst('TransactWriteItemsCommand', change), () =>
        api.send(method, path.replace('{id}', String(id)), {
          headers,
          ...(race.body && { body: race.body }),
        }),
      );
      expectRefused(reply, 412, 'precondition_failed', OUTDATED);
      expect(changed).toMatchObject({ version: version + 1 });
      expect(await getItem(key, { consistent: true })).toEqual(changed);
    },
  );
});
