import { beforeAll, describe, expect, it } from 'vitest';
import { Authors, AuthorRecord } from '../../../shared/people/authors/record.ts';
import { Badges, BadgeRecord } from '../../../shared/taxonomy/badges/record.ts';
import { getDefaults } from '../../../shared/platform/core/complete.ts';
import { Assets } from '../../../shared/library/dam/assets.ts';
import { AssetRecord } from '../../../shared/library/dam/record.ts';
import { Images, ImageRecord } from '../../../shared/library/images/record.ts';
import { DEFAULTS } from '../../../shared/posts/record/fields.ts';
import { postKey } from '../../../shared/posts/record/record.ts';
import { SECTION, SectionRecord, TAG } from '../../../shared/taxonomy/sections/record.ts';
import { getItem, type Key } from '../../../shared/platform/store/table.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { Webhooks, Webhook } from '../../../shared/posts/webhooks/record.ts';
import { advanceClock, restoreClock } from '../../support/time/clock.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { plantImages } from '../../support/records/media-records.ts';
import { useApi } from '../../support/api/api.ts';
import { ok } from '../../support/resources/posts.ts';

const api = useApi();
let images: number[] = [];
beforeAll(async () => {
  images = await plantImages(3, { alt: '' });
  return restoreClock;
});

/** Longer than anything is cached. */
const CACHED_FOR_S = 60;

interface Resource {
  name: string;
  /** The fields that an earlier version of the service may not have stored. */
  defaults: object;
  toKey: (id: number) => Key;
  path: string;
  /** Whether the path alone answers a list. */
  hasList?: boolean;
  /** Creates a record whose fields have their defaults. */
  create: () => Promise<number>;
}

function createsWith(path: string, input: () => object): Pick<Resource, 'path' | 'create'> {
  return { path, create: async () => (await ok(api.post(path, input()))).id };
}

const section = { ...getDefaults(SectionRecord), page_settings: undefined };
const RESOURCES: Resource[] = [
  {
    name: 'a draft',
    defaults: DEFAULTS,
    toKey: postKey,
    ...createsWith('/drafts', () => ({ headline: 'Bridge opens' })),
  },
  {
    name: 'a post',
    defaults: DEFAULTS,
    toKey: postKey,
    ...createsWith('/posts', () => ({ headline: 'Bridge closes' })),
  },
  {
    name: 'an author',
    defaults: getDefaults(AuthorRecord),
    toKey: Authors.key,
    hasList: false,
    ...createsWith('/api/1.1/authors', () => ({ name: 'ada' })),
  },
  {
    name: 'a section',
    defaults: section,
    toKey: SECTION.key,
    ...createsWith('/sections', () => ({ title: 'City', url: 'city', order: 0 })),
  },
  {
    name: 'a tag',
    defaults: section,
    toKey: TAG.key,
    ...createsWith('/tags', () => ({ title: 'Bridges', url: 'bridges', order: 0 })),
  },
  {
    name: 'a badge',
    defaults: getDefaults(BadgeRecord),
    toKey: Badges.key,
    ...createsWith('/badges', () => ({ name: 'Live', image_id: images[0], order: 0 })),
  },
  {
    name: 'an image',
    defaults: getDefaults(ImageRecord),
    toKey: Images.key,
    path: '/images',
    hasList: false,
    create: () => Promise.resolve(images[1]!),
  },
  {
    name: 'an asset',
    defaults: getDefaults(AssetRecord),
    toKey: Assets.key,
    ...createsWith('/dam/assets', () => ({ file_type: 0, file_id: images[2] })),
  },
  {
    name: 'a webhook',
    defaults: getDefaults(Webhook),
    toKey: Webhooks.key,
    ...createsWith('/webhooks', () => ({ url: 'https://hooks.example' })),
  },
];

/** Stores the record without the fields, as a version did that did not know them. */
async function removeFields(key: Key, names: readonly string[]): Promise<void> {
  const item = (await getItem(key, { consistent: true }))!;
  const { page_settings, ...fields } = JSON.parse(String(item.data));
  const kept = Object.entries(fields).filter(([name]) => !names.includes(name));
  const settings = page_settings && { page_settings: {} };
  const data = JSON.stringify({ ...Object.fromEntries(kept), ...settings });
  await new Transaction().put({ ...item, data }).commit();
}

// The deployed functions cache by clocks of their own.
describe.skipIf(DEPLOYED)('record that an earlier version stored with fewer fields', () => {
  it.each(RESOURCES)(
    'is answered with the defaults of the fields that it lacks: $name',
    async ({ defaults, toKey, path, hasList = true, create }) => {
      const id = await create();
      const shown = () => Promise.all([ok(api.get(`${path}/${id}`)), hasList && ok(api.get(path))]);
      const before = await shown();
      await removeFields(toKey(id), Object.keys(defaults));
      advanceClock(CACHED_FOR_S);

      expect(await shown()).toEqual(before);
    },
  );

  it('is stored with all fields when it is edited', async () => {
    const { id } = await ok(api.post('/drafts', { headline: 'Bridge repaired' }));
    await removeFields(postKey(id), Object.keys(DEFAULTS));

    await ok(api.put(`/drafts/${id}`, { subheadline: 'At last' }));

    const { data } = (await getItem(postKey(id), { consistent: true }))!;
    expect(JSON.parse(String(data))).toMatchObject({ ...DEFAULTS, subheadline: 'At last' });
  });
});
