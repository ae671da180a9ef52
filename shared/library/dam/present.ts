import * as v from 'valibot';
import { site } from '../../platform/site/site.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { shortcode } from '../media/shortcode.ts';
import { describeFile, readFiles, type Files } from './files.ts';
import { cleanAsset, FILE_TYPES, tagsShownTo, type AssetRecord } from './record.ts';

const textOrNull = v.nullable(v.string());

/** An asset in an answer. */
export const Asset = v.object({
  id: v.number(),
  roar_id: v.number(),
  user_id: v.number(),
  file_type: v.picklist([0, 1]),
  file_type_name: v.picklist(FILE_TYPES),
  file_id: v.number(),
  in_trash: v.boolean(),
  image_title: textOrNull,
  filename: textOrNull,
  alt_text: textOrNull,
  credit: textOrNull,
  source_info: textOrNull,
  tags: v.array(v.string()),
  site_specific_data: v.nullable(v.record(v.string(), v.unknown())),
  created_ts: v.number(),
  updated_ts: v.number(),
  user_site_title: v.string(),
  user_site_uri: v.string(),
  /** Only for images, like image_size. */
  thumbnails: v.optional(v.record(v.string(), v.string())),
  image_size: v.optional(v.string()),
  shortcode: v.string(),
  media_html: v.string(),
  shortcode_id: v.string(),
  shortcode_params: v.object({
    dam: v.literal(1),
    expand: v.literal(1),
    alt: textOrNull,
    filename: textOrNull,
  }),
});
export type Asset = v.InferOutput<typeof Asset>;

/** What an answer needs of who created assets. */
interface Creator {
  specific_data: Readonly<Record<string, unknown>>;
}

/** The caller, the requested thumbnails, and how creators are read: the catalogue itself knows no authors. */
export interface View {
  caller: Caller;
  sizes: readonly string[];
  readCreators: (ids: readonly number[]) => Promise<ReadonlyMap<number, Creator>>;
}

/** Presents assets to a caller, with one read for all files and one for all creators. */
export async function presentAssets(assets: readonly AssetRecord[], view: View): Promise<Asset[]> {
  const relations = await readRelations(assets, view);
  return assets.map(asset => presentWith(asset, view, relations));
}

/** Presents one asset; `known` saves reading its file again. */
export async function presentAsset(asset: AssetRecord, view: View, known?: Files): Promise<Asset> {
  return presentWith(asset, view, await readRelations([asset], view, known));
}

interface Relations {
  files: Files;
  creators: ReadonlyMap<number, Creator>;
}

async function readRelations(
  assets: readonly AssetRecord[],
  { readCreators }: View,
  known?: Files,
): Promise<Relations> {
  const [files, creators] = await Promise.all([
    known ?? readFiles(assets),
    readCreators([...new Set(assets.map(asset => asset.user_id))]),
  ]);
  return { files, creators };
}

function presentWith(stored: AssetRecord, { caller, sizes }: View, { files, creators }: Relations): Asset {
  const asset = cleanAsset(stored);
  const creator = creators.get(asset.user_id);
  const { origin: _origin, tags, alt_text: alt, filename, shortcode_id, ...fields } = asset;
  const shortcode_params = { dam: 1, expand: 1, alt, filename } as const;
  return {
    ...fields,
    alt_text: alt,
    filename,
    tags: tagsShownTo(caller, tags),
    roar_id: site().siteId,
    file_type_name: FILE_TYPES[asset.file_type],
    user_site_title: textIn(creator, 'site_title'),
    user_site_uri: textIn(creator, 'site_uri'),
    ...describeFile(asset, files, sizes),
    shortcode_id,
    shortcode: shortcode('media-asset', shortcode_id, shortcode_params),
    shortcode_params,
  };
}

function textIn(author: Creator | undefined, name: string): string {
  const value = author?.specific_data[name];
  return typeof value === 'string' ? value : '';
}
