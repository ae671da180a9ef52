import { InvalidInput } from '../../platform/core/errors.ts';
import { site } from '../../platform/site/site.ts';
import { documentHtml } from '../documents/present.ts';
import { Documents, DocumentRecord } from '../documents/record.ts';
import { imageHtml } from '../images/html.ts';
import { Images, ImageRecord } from '../images/record.ts';
import { shownThumbnails } from '../images/urls.ts';
import { parseRecord } from '../../platform/store/records/record.ts';
import { getItem, getReferencedItems, keyText, type Item, type Key } from '../../platform/store/table.ts';
import { FILE_TYPES, type AssetRecord } from './record.ts';

/** Identifies an asset's file. */
type Named = Pick<AssetRecord, 'file_type' | 'file_id'>;

function fileKey({ file_type, file_id }: Named): Key {
  return file_type === 0 ? Images.key(file_id) : Documents.key(file_id);
}

/** The stored items of files by their keys. */
export type Files = ReadonlyMap<string, Item>;

export async function readFiles(assets: readonly Named[]): Promise<Files> {
  return await getReferencedItems(assets.map(fileKey));
}

/** @throws InvalidInput when there is no such file */
export async function requireFile(named: Named): Promise<Files> {
  const key = fileKey(named);
  const item = await getItem(key, { consistent: true });
  if (item) return new Map([[keyText(key), item]]);
  throw new InvalidInput(`file_id: there is no ${FILE_TYPES[named.file_type]} with the id ${named.file_id}`);
}

/** The fields of an asset's answer that come from its file. */
export function describeFile(asset: AssetRecord, files: Files, sizes: readonly string[]) {
  const item = files.get(keyText(fileKey(asset)));
  const { shortcode_id, alt_text } = asset;
  if (asset.file_type === 1) {
    const document = item && parseRecord(DocumentRecord, item).value;
    return { media_html: document ? documentHtml({ ...document, shortcode_id }) : '' };
  }
  const image = item && parseRecord(ImageRecord, item).value;
  if (!image) return { media_html: '', thumbnails: {}, image_size: '' };
  return {
    media_html: imageHtml({ ...image, shortcode_id, alt: alt_text ?? image.alt }),
    thumbnails: requestedThumbnails(image, sizes),
    image_size: `${image.width}x${image.height}`,
  };
}

const DEFAULT_SIZES = ['origin', '35x35', '210x', '300x', '600x', '980x'];

/** The keys of an image's thumbnails on this site. */
export function thumbnailSizes(): string[] {
  return [...DEFAULT_SIZES, ...site().imageRatios.flatMap(({ sizes }) => sizes)];
}

/** A bare width stands for a width without a height: `300` is `300x`. */
function normalizeSize(requested: string): string {
  return /^\d+$/.test(requested) ? `${requested}x` : requested;
}

export function isThumbnailSize(requested: string): boolean {
  return thumbnailSizes().includes(normalizeSize(requested));
}

/** Keys the answer by the sizes as requested. Sizes that the image lacks, because the site's ratios changed later, are left out. */
export function requestedThumbnails(image: ImageRecord, sizes: readonly string[]): Record<string, string> {
  const urls = shownThumbnails(image);
  return Object.fromEntries(
    sizes.flatMap((requested): [string, string][] => {
      const url = urls[normalizeSize(requested)];
      return url === undefined ? [] : [[requested, url]];
    }),
  );
}
