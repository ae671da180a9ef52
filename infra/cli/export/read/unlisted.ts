import { Documents } from '../../../../shared/library/documents/record.ts';
import { Images } from '../../../../shared/library/images/record.ts';
import { PATH_PREFIX } from '../../../../shared/posts/paths/paths.ts';
import type { Item } from '../../../../shared/platform/store/table.ts';
import { matchEntity } from '../../entities.ts';
import { scanItems } from '../../scan.ts';
import type { Line } from '../format/lines.ts';
import type { MediaIds } from './source.ts';

/** What only a scan of the table finds. */
export interface Unlisted {
  /** The posts of all present and former paths, sorted by the path's hash. */
  paths: Line<'paths'>[];
  /** The ids of all images and documents. */
  media: MediaIds<number[]>;
}

const FILTER = {
  FilterExpression: 'begins_with(pk, :path) OR begins_with(pk, :image) OR begins_with(pk, :document)',
  ExpressionAttributeValues: {
    ':path': PATH_PREFIX,
    ':image': toPrefix(Images.declared.pk),
    ':document': toPrefix(Documents.declared.pk),
  },
};

const toKind = matchEntity([Images, Documents]);

/**
 * Reads what no list names. The files of images and documents could be listed, but without those that are lost or damaged, whose records
 * would then be missing without a word. AWS charges half a read unit for each 4 KB of the whole table, some cents for a site of 10,000 posts.
 */
export async function readUnlisted(): Promise<Unlisted> {
  const paths: Line<'paths'>[] = [];
  const media: MediaIds<number[]> = { images: [], documents: [] };
  for await (const item of scanItems(FILTER)) {
    const kind = toKind(item);
    if (kind) media[kind === Images ? 'images' : 'documents'].push(toId(item));
    else if (String(item.pk).startsWith(PATH_PREFIX)) paths.push(toLine(item));
  }
  for (const ids of [media.images, media.documents]) ids.sort((a, b) => a - b);
  return { paths: paths.sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1)), media };
}

function toPrefix(pk: string): string {
  return pk.replace('*', '');
}

function toId({ pk }: Item): number {
  return Number(String(pk).replace(/^\D+/, ''));
}

/** Sets become sorted arrays. */
function toLine({ pk, sk: _sk, ...posts }: Item): Line<'paths'> {
  const fields = Object.entries(posts).map(([name, value]): [string, number | number[]] => [
    name,
    value instanceof Set ? [...(value as Set<number>)].sort((a, b) => a - b) : Number(value),
  ]);
  return { sha256: String(pk).slice(PATH_PREFIX.length), posts: Object.fromEntries(fields.sort()) };
}
