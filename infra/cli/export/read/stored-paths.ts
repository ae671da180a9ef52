import { PATH_PREFIX } from '../../../../shared/posts/paths/paths.ts';
import type { Item } from '../../../../shared/platform/store/table.ts';
import { scanItems } from '../../scan.ts';
import type { Line } from '../format/lines.ts';

/**
 * The posts of all present and former paths, sorted by the path's hash. No list names the paths, so the whole table is scanned: AWS
 * charges half a read unit for each 4 KB, some cents for a site of 10,000 posts.
 */
export async function readPaths(): Promise<Line<'paths'>[]> {
  const lines: Line<'paths'>[] = [];
  const filter = {
    FilterExpression: 'begins_with(pk, :prefix)',
    ExpressionAttributeValues: { ':prefix': PATH_PREFIX },
  };
  for await (const item of scanItems(filter)) lines.push(toLine(item));
  return lines.sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
}

/** Sets become sorted arrays. */
function toLine({ pk, sk: _sk, ...posts }: Item): Line<'paths'> {
  const fields = Object.entries(posts).map(([name, value]): [string, number | number[]] => [
    name,
    value instanceof Set ? [...(value as Set<number>)].sort((a, b) => a - b) : Number(value),
  ]);
  return { sha256: String(pk).slice(PATH_PREFIX.length), posts: Object.fromEntries(fields.sort()) };
}
