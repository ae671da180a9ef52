import { PostRecord, postKey, listPostSections } from '../../../shared/posts/record/record.ts';
import { HOME_ID, SECTION } from '../../../shared/taxonomy/sections/record.ts';
import { parseRecord } from '../../../shared/platform/store/records/record.ts';
import { keyText, type Item, type Key } from '../../../shared/platform/store/table.ts';
import { Webhooks } from '../../../shared/posts/webhooks/record.ts';
import { toName, unchanged, type Disagreement } from './disagreement.ts';
import { keysToBeWritten, type Facts } from './facts.ts';
import { keyIn } from './stored.ts';

/** Items that nothing else checks: without this table, one whose record is gone would never be found. */
const OWNED: readonly {
  key: RegExp;
  kind: Disagreement['kind'];
  fault: string;
  toOwnerKey: (id: number) => Key;
  isOwned: (facts: Facts, item: Item, owner: Item | undefined) => boolean;
}[] = [
  {
    key: /^POST#(\d+) \/ views$/,
    kind: 'number',
    fault: 'counts views of no post',
    toOwnerKey: postKey,
    isOwned: (_facts, _item, post) => post !== undefined,
  },
  {
    key: /^STAGED#(\d+) \/ change$/,
    kind: 'record',
    fault: 'is staged for no post, or for a removed one',
    toOwnerKey: postKey,
    isOwned: ({ unreadable }, _item, post) =>
      post !== undefined &&
      (unreadable.has(keyIn(post).pk) || parseRecord(PostRecord, post).value.status !== 'removed'),
  },
  {
    key: /^WEBHOOK#(\d+) \/ secret$/,
    kind: 'queue',
    fault: 'is the secret of no webhook',
    toOwnerKey: Webhooks.key,
    isOwned: (_facts, _item, webhook) => webhook !== undefined,
  },
  {
    key: /^ORDER#(\d+) \/ !record$/,
    kind: 'order',
    fault: 'is the order of no section',
    toOwnerKey: SECTION.key,
    isOwned: (_facts, item, section) =>
      item.pk === `ORDER#${HOME_ID}` || (section !== undefined && section.deleted !== true),
  },
  {
    key: /^ORDER#\d+ \/ post#(\d+)$/,
    kind: 'order',
    fault: 'marks a post that is not published in the section',
    toOwnerKey: postKey,
    isOwned: isPublishedIn,
  },
  {
    key: /^SECTIONS \/ (\d+)#reassignment#/,
    kind: 'job',
    fault: 'is the progress of no job',
    toOwnerKey: SECTION.key,
    isOwned: ({ jobs }, { sk }) => jobs.some(({ progress }) => progress === sk),
  },
];

function isPublishedIn({ unreadable }: Facts, { pk }: Item, post: Item | undefined): boolean {
  if (!post) return false;
  if (unreadable.has(keyIn(post).pk)) return true;
  const { status, ...sections } = parseRecord(PostRecord, post).value;
  return (
    status === 'published' && listPostSections(sections).includes(Number(String(pk).slice('ORDER#'.length)))
  );
}

/** Finds orphans. An item that a waiting job will delete does not count. */
export function compareOwners(facts: Facts): Disagreement[] {
  const changing = keysToBeWritten(facts);
  return [...facts.items].flatMap(([text, item]): Disagreement[] => {
    const key = keyIn(item);
    const name = toName(key);
    const owned = OWNED.find(candidate => candidate.key.test(name));
    if (!owned || changing.has(text)) return [];
    const ownerKey = owned.toOwnerKey(Number(owned.key.exec(name)?.[1]));
    const owner = facts.items.get(keyText(ownerKey));
    if (owned.isOwned(facts, item, owner)) return [];
    const repair: Disagreement['repair'] = transaction =>
      transaction.check(ownerKey, unchanged(owner)).delete(key);
    return [{ kind: owned.kind, key: name, fault: owned.fault, repair }];
  });
}
