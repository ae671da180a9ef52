import { Assets, fileClaim } from '../../../shared/library/dam/assets.ts';
import type { AssetRecord } from '../../../shared/library/dam/record.ts';
import { Documents } from '../../../shared/library/documents/record.ts';
import { Images } from '../../../shared/library/images/record.ts';
import { recordItem } from '../../../shared/platform/store/records/record.ts';
import type { Item, Key } from '../../../shared/platform/store/table.ts';
import { entryKey } from '../../../shared/platform/store/timeline.ts';
import { assetRecord } from './asset-record.ts';
import type { ModelAsset } from './catalogue.ts';
import { documentRecord, imageRecord } from './media-records.ts';
import { randomFrom } from '../values/random.ts';

/** The oldest asset's time, and the seconds between two assets. */
const FIRST_TS = Date.UTC(2025, 0, 1) / 1000;
const STEP_S = 600;
const FIRST_ID = 10 ** 12;

const VOCABULARY = Array.from({ length: 1000 }, (_, rank) => `subject${rank}`);
const TAGS = Array.from({ length: 60 }, (_, rank) => `tag${rank}`);
export const USERS = [11, 12, 13, 14, 15];

/**
 * A deterministic catalogue of a picture desk: nearly all pictures share the few words of their file names and credits, titles and
 * tags have common and rare words, and one user made most pictures.
 */
export function largeCatalogue(count: number): AssetRecord[] {
  const draw = randomFrom(count);
  const rank = (most: number) => Math.floor(draw() ** 3 * most);
  const several = (most: number, one: () => string) =>
    Array.from({ length: Math.floor(draw() * (most + 1)) }, one);
  return Array.from({ length: count }, (_, index) => {
    const ts = FIRST_TS + index * STEP_S + Math.floor(draw() * STEP_S) + 0.25;
    const tags = several(4, () => TAGS[rank(TAGS.length)]!);
    return assetRecord({
      id: FIRST_ID + index * 4096,
      file_id: FIRST_ID + index * 4096 + 1,
      file_type: draw() < 0.85 ? 0 : 1,
      origin: draw() < 0.8 ? 'admin' : 'community',
      in_trash: draw() < 0.05,
      image_title: several(5, () => VOCABULARY[rank(VOCABULARY.length)]!).join(' '),
      filename: `photo ${index} jpg`,
      credit: draw() < 0.6 ? 'agency photo' : 'photo desk',
      tags: [...new Set([...tags, ...(draw() < 0.1 ? ['*desk'] : [])])],
      user_id: USERS[rank(USERS.length)]!,
      created_ts: ts,
      updated_ts: ts,
    });
  });
}

/** All items of the table for assets and their files. */
export function makeItems(assets: readonly AssetRecord[]): (Key & Item)[] {
  return assets.flatMap(asset => [
    recordAt(Assets.key(asset.id), asset),
    asset.file_type === 0
      ? recordAt(Images.key(asset.file_id), imageRecord({ id: asset.file_id, thumbnails: {}, ready: {} }))
      : recordAt(Documents.key(asset.file_id), documentRecord({ id: asset.file_id })),
    {
      pk: `UNIQUE#asset#${fileClaim(asset.file_type, asset.file_id)}`,
      sk: 'unique',
      id: asset.id,
    },
    ...Assets.toEntries(asset).map(entry => ({
      ...entryKey(entry),
      ...(entry.weight !== undefined && { weight: entry.weight }),
    })),
  ]);
}

function recordAt(key: Key, record: object): Key & Item {
  return { ...recordItem(key, 1, record), ...key };
}

/** Converts an asset to the form that the naive list works on. */
export function toModelAsset(asset: AssetRecord): ModelAsset {
  const { image_title, alt_text, filename, credit, source_info, ...rest } = asset;
  const texts = { image_title, alt_text, filename, credit, source_info };
  const written = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text ?? '']));
  return { ...rest, texts: written as ModelAsset['texts'] };
}
