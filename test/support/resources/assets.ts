import { expect } from 'vitest';
import { plantDocuments, plantImages } from '../records/media-records.ts';
import type { Api, Call } from '../api/api.ts';
import { anId, isRecent, ok } from './posts.ts';

export const ASSETS = '/dam/assets';
export const BULK = { query: { bulk: 1 } };

/** A site whose community roles may create assets; on other sites the catalogue has none of theirs. */
export const OPEN_SITE = {
  customRoles: {
    'Community User': ['publish_post'],
    Reader: ['manage_design'],
    'Night Desk': ['publish_post'],
  },
};

/** Seconds with a fraction, since this file began. */
const justNow = expect.toSatisfy(
  (ts: unknown) => typeof ts === 'number' && isRecent(ts),
  'a time since the beginning of this file',
);

export async function anImage(): Promise<number> {
  return (await plantImages(1))[0]!;
}

export async function aDocument(): Promise<number> {
  return (await plantDocuments(1))[0]!;
}

/** Creates an asset, for a new image unless `fields` name a file. */
export async function makeAsset(api: Api, fields: object = {}, call?: Call): Promise<any> {
  return await ok(api.post(ASSETS, { file_type: 0, file_id: await anImage(), ...fields }, call));
}

/** The full response for an asset of a planted image without other fields; `given` are the fields that differ. */
export function assetAnswer(given: Record<string, unknown> = {}): object {
  return {
    id: anId,
    roar_id: 1,
    user_id: anId,
    file_type: 0,
    file_type_name: 'image',
    file_id: anId,
    in_trash: false,
    image_title: null,
    filename: null,
    alt_text: null,
    credit: null,
    source_info: null,
    tags: [],
    site_specific_data: null,
    created_ts: justNow,
    updated_ts: justNow,
    user_site_title: '',
    user_site_uri: '',
    thumbnails: {},
    image_size: '1600x1200',
    shortcode: expect.stringMatching(/^\[media-asset [0-9a-f]{32} dam=1 expand=1\]$/),
    media_html: expect.stringMatching(/^<img .*alt="A bridge" data-shortcode-id="[0-9a-f]{32}">$/),
    shortcode_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    shortcode_params: { dam: 1, expand: 1, alt: null, filename: null },
    ...given,
  };
}

/** The ids of a list and its total. */
export async function listed(
  api: Api,
  query: Record<string, string | number> = {},
  key?: string,
): Promise<{ total: number; ids: number[] }> {
  const { total, items } = await ok(api.get(ASSETS, { query, ...(key !== undefined && { key }) }));
  return { total, ids: items.map((asset: { id: number }) => asset.id) };
}
