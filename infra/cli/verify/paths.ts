import * as v from 'valibot';
import { livingIn, PATH_PREFIX, otherSpelling, pathKey } from '../../../shared/posts/paths/paths.ts';
import { buildPath } from '../../../shared/posts/paths/permalink.ts';
import { PostRecord, postKey, listPostSections } from '../../../shared/posts/record/record.ts';
import { Directory } from '../../../shared/taxonomy/sections/directory.ts';
import {
  Head,
  headKey,
  SECTION,
  SectionRecord,
  Tombstone,
} from '../../../shared/taxonomy/sections/record.ts';
import type { Condition } from '../../../shared/platform/store/condition.ts';
import { parseRecord, type Versioned } from '../../../shared/platform/store/records/record.ts';
import { Contention } from '../../../shared/platform/store/retry.ts';
import { keyText, type Item } from '../../../shared/platform/store/table.ts';
import { toName, unchanged, type Disagreement } from './disagreement.ts';
import type { Facts } from './facts.ts';
import { keyIn } from './stored.ts';

/**
 * Compares published posts with the paths that they took: each lives at one at least, unless its path is another post's. Only posts whose
 * sections were never edited are compared, because an edit changes addresses without writing posts, and others may then take the paths
 * that they had (posts/paths/paths.ts).
 */
export function comparePaths(facts: Facts): Disagreement[] {
  const found: Disagreement[] = [];
  const living = new Set<number>();
  for (const item of facts.items.values()) {
    if (!keyIn(item).pk.startsWith(PATH_PREFIX)) continue;
    try {
      for (const id of livingIn(item)) living.add(id);
    } catch {
      found.push({ kind: 'path', key: toName(keyIn(item)), fault: 'is unreadable' });
    }
  }
  const directory = directoryIn(facts);
  if (!directory) return found;
  for (const { item } of facts.records)
    if (keyIn(item).pk.startsWith('POST#')) found.push(...comparePost(facts, item, living, directory));
  return found;
}

function comparePost(
  { items }: Facts,
  item: Item,
  living: ReadonlySet<number>,
  directory: Directory,
): Disagreement[] {
  const post = parseRecord(PostRecord, item).value;
  const isSettled = listPostSections(post).every(id => (directory.records.get(id)?.version ?? 1) === 1);
  if (post.status !== 'published' || living.has(post.id) || !isSettled) return [];
  const path = buildPath(post, directory);
  if ([path, otherSpelling(path)].some(spelling => items.has(keyText(pathKey(spelling))))) return [];
  const owner = postKey(post.id);
  const taking = {
    UpdateExpression: 'SET living = :own',
    ExpressionAttributeValues: { ':own': new Set([post.id]) },
  };
  const isFree: Condition = {
    expression: 'attribute_not_exists(living)',
    otherwise: () => new Contention('Another post has taken the path since it was compared'),
  };
  return [
    {
      kind: 'path',
      key: toName(pathKey(path)),
      fault: `is missing for ${toName(owner)}`,
      repair: transaction => {
        transaction.check(owner, unchanged(item));
        transaction.update(pathKey(path), taking, isFree);
      },
    },
  ];
}

/** The sections, by which paths begin; undefined when they are unreadable. */
function directoryIn({ items, unreadable }: Facts): Directory | undefined {
  if (unreadable.has(SECTION.declared.pk)) return undefined;
  const records: Versioned<SectionRecord>[] = [];
  const deleted: Tombstone[] = [];
  for (const item of items.values()) {
    if (item.pk !== SECTION.declared.pk) continue;
    if ('data' in item) records.push(parseRecord(SectionRecord, item));
    else if (v.is(Tombstone, item)) deleted.push(item);
  }
  const head = v.safeParse(Head, items.get(keyText(headKey(SECTION))));
  const none: Head = { rev: 0, next_order: 1, fingerprint: '' };
  return new Directory(head.success ? head.output : none, records, deleted);
}
