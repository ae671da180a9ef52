import { PostStatus } from '../../../../shared/posts/record/record.ts';
import { addChanges } from '../../../../shared/posts/changes/counts.ts';
import { changesHeadKey, LOG, parseHead, type Counts } from '../../../../shared/posts/changes/log.ts';
import { parseWaiting } from '../../../../shared/posts/changes/waiting.ts';
import { waitingChangeKey } from '../../../../shared/platform/store/change-entry.ts';
import { putNext } from '../../../../shared/platform/store/records/update-record.ts';
import { keyText } from '../../../../shared/platform/store/table.ts';
import { Posts } from '../../../../shared/posts/record/posts.ts';
import { toName, type Disagreement } from '../disagreement.ts';
import type { Facts } from '../facts.ts';
import { keyIn } from '../stored.ts';

/** Compares the counts of posts, with the changes that wait to be counted, with the posts. */
export function compareCounts({ items, records, unreadable }: Facts): Disagreement[] {
  const key = changesHeadKey(LOG.all);
  const head = parseHead(items.get(keyText(key)));
  const { counts } = head.value;
  if (!counts || unreadable.size > 0) return [];
  const waiting = [...items.values()].filter(item => item.pk === waitingChangeKey.pk).map(parseWaiting);
  const counted = addChanges(
    counts,
    waiting.map(({ change }) => change),
  );
  const found: Counts = { draft: 0, scheduled: 0, published: 0, removed: 0 };
  for (const { item } of records)
    if (keyIn(item).pk.startsWith('POST#')) found[Posts.parse(item).value.status]++;
  const wrong = PostStatus.options.filter(state => counted[state] !== found[state]);
  if (wrong.length === 0) return [];
  const right = { ...counts };
  for (const state of wrong) right[state] += found[state] - counted[state];
  const fault = `counts ${wrong.map(state => `${counted[state]} ${state} posts, not ${found[state]}`).join(', ')}`;
  const repair: Disagreement['repair'] = transaction =>
    putNext(transaction, key, { current: head, next: { ...head.value, counts: right } });
  return [{ kind: 'number', key: toName(key), fault, repair }];
}
