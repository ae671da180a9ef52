import { randomUUID } from 'node:crypto';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { Documents, DocumentRecord } from '../../../shared/library/documents/record.ts';
import { Images, ImageRecord, PENDING_IMAGES } from '../../../shared/library/images/record.ts';
import { mapThumbnailKeys, planThumbnails } from '../../../shared/library/images/thumbnails/plan.ts';
import { readObjectKey } from '../../../shared/posts/record/content.ts';
import { contentKey, PostRecord, postKey } from '../../../shared/posts/record/record.ts';
import { createCleanupJob } from '../../../shared/posts/publishing/cleanup.ts';
import { CLEANUP, toItem } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { parseRecord, recordItem } from '../../../shared/platform/store/records/record.ts';
import { keyText, type Item } from '../../../shared/platform/store/table.ts';
import { entryKey } from '../../../shared/platform/store/timeline.ts';
import { toName, unchanged, type Disagreement } from './disagreement.ts';
import { hasJob, listOldObjects, type Facts } from './facts.ts';
import { keyIn } from './stored.ts';

/** Compares objects, and the texts of posts, with the records that name them. */
export function compareObjects(facts: Facts): Disagreement[] {
  const missing = facts.records.flatMap(({ item }) => {
    const { pk } = keyIn(item);
    if (pk.startsWith('POST#')) return compareContent(facts, item);
    if (pk.startsWith('STAGED#')) return compareStaged(facts, item);
    if (pk.startsWith('IMAGE#')) return compareImage(facts, item);
    return pk.startsWith('DOCUMENT#') ? compareDocument(facts, item) : [];
  });
  return [...missing, ...lostPosts(facts), ...orphans(facts)];
}

function compareContent({ items, objects }: Facts, item: Item): Disagreement[] {
  const { id, content_version } = parseRecord(PostRecord, item).value;
  const key = contentKey(id);
  const content = items.get(keyText(key));
  const disagreement = { kind: 'content', key: toName(key) } as const;
  if (!content) return [{ ...disagreement, fault: `is missing: the text of ${toName(postKey(id))} is lost` }];
  if (content.content_version !== content_version)
    return [
      { ...disagreement, fault: `has version ${String(content.content_version)}, not ${content_version}` },
    ];
  const object = readObjectKey(content);
  if (object === null || objects.has(`content/${object}`)) return [];
  return [
    {
      kind: 'object',
      key: `content/${object}`,
      fault: `is missing: it is the text of ${toName(postKey(id))}`,
    },
  ];
}

function compareStaged({ objects }: Facts, item: Item): Disagreement[] {
  const object = readObjectKey(item);
  if (object === null || objects.has(`content/${object}`)) return [];
  const fault = `is missing: it is the text of ${toName(keyIn(item))}`;
  return [{ kind: 'object', key: `content/${object}`, fault }];
}

function compareImage({ objects }: Facts, item: Item): Disagreement[] {
  const image = parseRecord(ImageRecord, item).value;
  const name = toName(Images.key(image.id));
  if (!objects.has(`media/${image.original}`))
    return [
      { kind: 'object', key: `media/${image.original}`, fault: `is missing: it is the picture of ${name}` },
    ];
  const lost = Object.values(image.ready ?? {}).find(key => !objects.has(`media/${key}`));
  if (lost === undefined || image.thumbnails_status === 'pending') return [];
  const repair: Disagreement['repair'] = transaction => {
    const next: ImageRecord = {
      ...image,
      thumbnails: mapThumbnailKeys(image, planThumbnails(image)),
      task_id: randomUUID(),
      task_ts: nowTs(),
      thumbnails_status: 'pending',
      failure: null,
      // All are made again: those that are ready would be left out.
      ready: null,
    };
    transaction.put(recordItem(Images.key(image.id), Number(item.version) + 1, next), unchanged(item));
    transaction.put(entryKey({ timeline: PENDING_IMAGES, ts: next.task_ts, id: image.id }));
  };
  return [
    { kind: 'object', key: `media/${lost}`, fault: `is missing: it is a thumbnail of ${name}`, repair },
  ];
}

function compareDocument({ objects }: Facts, item: Item): Disagreement[] {
  const { id, key } = parseRecord(DocumentRecord, item).value;
  if (objects.has(`media/${key}`)) return [];
  return [
    {
      kind: 'object',
      key: `media/${key}`,
      fault: `is missing: it is the file of ${toName(Documents.key(id))}`,
    },
  ];
}

/** Parts of posts and authors whose record is lost. They are kept, because they are all that is left. */
function lostPosts({ items }: Facts): Disagreement[] {
  return [...items.values()].map(keyIn).flatMap((key): Disagreement[] => {
    const isPart = (key.pk.startsWith('POST#') && key.sk === 'content') || key.sk === 'password';
    if (!isPart || items.has(keyText({ ...key, sk: 'record' }))) return [];
    return [
      { kind: 'record', key: toName({ ...key, sk: 'record' }), fault: `is lost: only ${key.sk} is left` },
    ];
  });
}

/** Texts that are objects, which no post names, and which no job will delete. */
function orphans(facts: Facts): Disagreement[] {
  const named = new Set([...facts.items.values()].map(readObjectKey));
  const found = new Map<string, Disagreement>();
  for (const place of listOldObjects(facts)) {
    const [, key, id] = /^content\/(content\/(\d+)\/.*)/.exec(place) ?? [];
    if (key === undefined || named.has(key)) continue;
    const orphan = orphanedText(facts, Number(id));
    if (orphan) found.set(orphan.key, orphan);
  }
  return [...found.values()];
}

function orphanedText(facts: Facts, id: number): Disagreement | undefined {
  if (hasJob(facts, CLEANUP, id) || facts.unreadable.has(postKey(id).pk)) return undefined;
  const repair: Disagreement['repair'] = transaction => transaction.put(toItem(createCleanupJob(id)));
  return {
    kind: 'object',
    key: `content/content/${id}/`,
    fault: 'has a text that its post does not name',
    repair,
  };
}
