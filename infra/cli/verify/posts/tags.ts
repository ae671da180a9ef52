import * as v from 'valibot';
import { INDEX_USES, outboxItem, toItem } from '../../../../shared/platform/store/outbox/outbox-item.ts';
import { parseRecord } from '../../../../shared/platform/store/records/record.ts';
import { keyText, type Item } from '../../../../shared/platform/store/table.ts';
import { tagKey } from '../../../../shared/platform/text/tag.ts';
import { POSTS, PostRecord } from '../../../../shared/posts/record/record.ts';
import {
  listCarriedTags,
  MAX_COUNTED,
  PostTag,
  postTagKey,
  tagNameKey,
} from '../../../../shared/posts/uses/tag-names.ts';
import { toName, type Disagreement } from '../disagreement.ts';
import type { Facts } from '../facts.ts';
import { keyIn } from '../stored.ts';

const POST = POSTS.replace('*', '');

interface Carried {
  tag: string;
  count: number;
}

/** Compares the tags that suggestions know with those that posts carry. What a waiting job will count is left to it. */
export function compareTags(facts: Facts): Disagreement[] {
  if ([...facts.unreadable].some(pk => pk.startsWith(POST))) return [];
  const carried = countTags(facts);
  for (const item of facts.items.values()) {
    const tag = readTag(item);
    const text = keyText(keyIn(item));
    if (tag && !carried.has(text)) carried.set(text, { tag, count: 0 });
  }
  const waiting = new Set(facts.jobs.flatMap(({ tags = [] }) => tags.map(tagKey)));
  return [...carried].flatMap(([text, { tag, count }]): Disagreement[] => {
    const noted = v.safeParse(PostTag, facts.items.get(text));
    const found = noted.success ? noted.output.count : 0;
    if (found === Math.min(count, MAX_COUNTED) || waiting.has(tagKey(tag))) return [];
    const job = outboxItem(INDEX_USES, { id: 0, images: false, tags: [tag] }, 0);
    return [
      {
        ...{ kind: 'number', key: toName(tagNameKey(tag)) },
        fault: `counts ${found} posts of the tag, which ${count} carry`,
        repair: transaction => transaction.put(toItem(job)),
      },
    ];
  });
}

/** The tags of posts, by the key of their item. */
function countTags({ records }: Facts): Map<string, Carried> {
  const carried = new Map<string, Carried>();
  for (const { item } of records)
    if (keyIn(item).pk.startsWith(POST))
      for (const tag of listCarriedTags(parseRecord(PostRecord, item).value)) {
        const text = keyText(tagNameKey(tag));
        carried.set(text, { tag, count: (carried.get(text)?.count ?? 0) + 1 });
      }
  return carried;
}

function readTag(item: Item): string | undefined {
  if (item.pk !== postTagKey.pk) return undefined;
  const noted = v.safeParse(PostTag, item);
  return noted.success ? noted.output.tag : undefined;
}
