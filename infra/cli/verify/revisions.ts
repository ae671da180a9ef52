import { nowTs } from '../../../shared/platform/core/clock.ts';
import { site } from '../../../shared/platform/site/site.ts';
import { makePosition, idAt } from '../../../shared/platform/values/position.ts';
import { keyText, type Item, type Key } from '../../../shared/platform/store/table.ts';
import { readObjectKey } from '../../../shared/posts/record/content.ts';
import { Posts } from '../../../shared/posts/record/posts.ts';
import { contentName, postKey } from '../../../shared/posts/record/record.ts';
import {
  parseRevision,
  readMark,
  revisionContentKey,
  revisionKey,
  thinningKey,
  type RevisionMark,
} from '../../../shared/posts/revisions/record.ts';
import { planThinning } from '../../../shared/posts/revisions/thinning.ts';
import { makeThinningKey } from '../../../shared/posts/revisions/write.ts';
import { toName, unchanged, type Disagreement } from './disagreement.ts';
import type { Facts } from './facts.ts';
import { keyIn } from './stored.ts';

/** What the revisions of one post are. */
interface Revisions {
  id: number;
  record: Item | undefined;
  marks: RevisionMark[];
  contents: Item[];
}

/** Compares revisions with their posts and contents, contents with the revisions that name them, and both with the marks for thinning. */
export async function compareRevisions(facts: Facts): Promise<Disagreement[]> {
  const found: Disagreement[] = [];
  const posts = new Map<number, Revisions>();
  const marked = new Set<number>();
  for (const item of facts.items.values()) {
    const key = keyIn(item);
    if (key.pk === thinningKey.pk) marked.add(idAt(key.sk));
    const [, number, isContent] = /^REVISIONS#(\d+)(#contents)?$/.exec(key.pk) ?? [];
    if (number === undefined) continue;
    const id = Number(number);
    const record = facts.items.get(keyText(postKey(id)));
    const revisions = posts.get(id) ?? { id, record, marks: [], contents: [] };
    posts.set(id, revisions);
    if (isContent !== undefined) revisions.contents.push(item);
    else if (await isReadable(item)) revisions.marks.push(readMark(item));
    else found.push({ kind: 'revision', key: toName(key), fault: 'is unreadable' });
  }
  for (const revisions of posts.values())
    if (!facts.unreadable.has(postKey(revisions.id).pk))
      found.push(
        ...compareVersions(revisions),
        ...compareContents(facts, revisions),
        ...compareThinning(revisions, marked),
      );
  return found;
}

async function isReadable(item: Item): Promise<boolean> {
  return await parseRevision(item).then(
    () => true,
    () => false,
  );
}

/** Each revision is of an earlier version than the post's, and has a content. */
function compareVersions({ id, record, marks, contents }: Revisions): Disagreement[] {
  if (!record) return [];
  const post = Posts.parse(record);
  const names = new Set([contentName(post.value), ...contents.map(item => keyIn(item).sk)]);
  return marks.flatMap(({ version, content }): Disagreement[] => {
    const [kind, key] = ['revision', toName(revisionKey(id, version))] as const;
    if (version >= post.version) return [{ kind, key, fault: `is not older than ${toName(postKey(id))}` }];
    return names.has(content) ? [] : [{ kind, key, fault: `has lost its content ${content}` }];
  });
}

/** Each content is named by a revision, and is there. */
function compareContents({ objects }: Facts, { id, record, marks, contents }: Revisions): Disagreement[] {
  const names = new Set(marks.map(({ content }) => content));
  return contents.flatMap((item): Disagreement[] => {
    const key = keyIn(item);
    const object = readObjectKey(item);
    if (object !== null && !objects.has(`content/${object}`))
      return [
        { kind: 'object', key: `content/${object}`, fault: `is missing: it is the text of ${toName(key)}` },
      ];
    if (names.has(key.sk)) return [];
    const repair: Disagreement['repair'] = transaction =>
      transaction.check(postKey(id), unchanged(record)).delete(revisionContentKey(id, key.sk));
    return [{ kind: 'revision', key: toName(key), fault: 'is the content of no revision', repair }];
  });
}

/** Without a mark, revisions would be kept for ever. */
function compareThinning({ id, record, marks }: Revisions, marked: ReadonlySet<number>): Disagreement[] {
  if (marked.has(id)) return [];
  const { dropped, next } = planThinning(marks, nowTs(), site().limits.revisionDays);
  if (record && dropped.length === 0 && next === Infinity) return [];
  const key: Key = record ? makeThinningKey(id, nowTs()) : thinningKey(makePosition(0, id));
  const fault = record ? `is missing for ${toName(postKey(id))}` : 'is missing: its post is gone';
  return [{ kind: 'revision', key: toName(key), fault, repair: transaction => transaction.put(key) }];
}
