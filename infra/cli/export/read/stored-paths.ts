import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { environment } from '../../../../shared/platform/core/environment.ts';
import { PATH_PREFIX } from '../../../../shared/posts/paths/paths.ts';
import { database } from '../../../../shared/platform/store/client.ts';
import type { Item } from '../../../../shared/platform/store/table.ts';
import type { Line } from '../format/lines.ts';

/**
 * The posts of all present and former paths, sorted by the path's hash. No list names the paths, so the whole table is scanned: AWS
 * charges half a read unit for each 4 KB, some cents for a site of 10,000 posts.
 */
export async function readPaths(): Promise<Line<'paths'>[]> {
  const lines: Line<'paths'>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await database().send(
      new ScanCommand({
        TableName: environment().TABLE_NAME,
        FilterExpression: 'begins_with(pk, :prefix)',
        ExpressionAttributeValues: { ':prefix': PATH_PREFIX },
        ExclusiveStartKey: start,
      }),
    );
    lines.push(...(page.Items ?? []).map(toLine));
    start = page.LastEvaluatedKey;
  } while (start);
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
