import { newId } from '../../../platform/core/ids.ts';
import { nowTs } from '../../../platform/core/clock.ts';
import { TooLarge } from '../../../platform/core/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { hasVersion, isNew } from '../../../platform/store/condition.ts';
import { toItem } from '../../../platform/store/outbox/outbox-item.ts';
import { isRecordTooLarge } from '../../../platform/store/records/item-size.ts';
import { recordItem, type Versioned } from '../../../platform/store/records/record.ts';
import { moveBelongings } from '../../../platform/store/records/write-entity.ts';
import type { Item } from '../../../platform/store/table.ts';
import { Transaction } from '../../../platform/store/transaction.ts';
import type { Content } from '../../record/content.ts';
import type { PostInput } from '../../record/input.ts';
import type { Post } from '../../record/post.ts';
import { postKey, readBodyVersion, type PostRecord } from '../../record/record.ts';
import { putStagedChange } from '../../staged/change.ts';
import type { Staged } from '../../staged/read.ts';
import { StagedChanges, type StagedContent, type StagedRecord } from '../../staged/record.ts';
import { createCleanupJob } from '../cleanup.ts';
import { packContent } from '../stored-content.ts';

/** Beside the texts, which have 64 KB at most in the item. */
const MAX_RECORD_BYTES = 300_000;

/** The change with what was sent merged into it: fields that were not sent stay as they are staged. */
export function mergeStaged(
  post: Post,
  before: Staged | undefined,
  input: PostInput,
  { authorId }: Caller,
): { value: StagedRecord; content: Content } {
  const { body, listicle, ...fields } = input;
  const now = nowTs();
  const old = before?.value ?? beginStaged(post, now);
  const sent = (['body', 'listicle'] as const).filter(name => input[name] !== undefined);
  const contents: StagedContent[] = [...new Set([...old.contents, ...sent])];
  const content = {
    body: body === undefined ? (before?.content.body ?? '') : (body ?? ''),
    listicle: listicle === undefined ? (before?.content.listicle ?? {}) : (listicle ?? {}),
  };
  const hasNewBody =
    body !== undefined && !(old.contents.includes('body') && content.body === before?.content.body);
  const value = {
    ...old,
    fields: { ...old.fields, ...withOwnAuthor(fields, authorId) },
    contents,
    ...(hasNewBody && { body_version: newId(), body_by: authorId }),
    ...(!old.contents.includes('body') && { base_body_version: readBodyVersion(post.value) }),
    authors: [...new Set([...old.authors, authorId])],
    ...{ edited_by: authorId, edited_ts: now },
  };
  return { value, content };
}

function beginStaged({ value, version }: Post, now: number): StagedRecord {
  return {
    ...{ id: value.id, change_id: newId(), fields: {}, contents: [], body_version: null, body_by: null },
    ...{ base_version: version, base_body_version: readBodyVersion(value) },
    ...{ authors: [], edited_by: 0, edited_ts: now, created_ts: now, plan: null, failure: null },
  };
}

/** An empty list means the author of the key that sent it, also when another author applies the change. */
function withOwnAuthor<T extends Pick<PostInput, 'roar_author_ids'>>(fields: T, authorId: number): T {
  const { roar_author_ids: sent } = fields;
  const isOwn = sent === null || sent?.length === 0;
  return isOwn ? { ...fields, roar_author_ids: [authorId] } : fields;
}

/** Stores a change. The first one requires that the post is as it was read. @throws Contention, TooLarge */
export async function putStaged(
  post: Post,
  before: Staged | undefined,
  { value, content }: { value: StagedRecord; content: Content },
): Promise<Staged> {
  const isSame =
    before && before.content.body === content.body && before.content.listicle === content.listicle;
  const hasSame = isSame && before.value.contents.length === value.contents.length;
  const attributes = hasSame ? pickContent(before.item) : await pack(value, content);
  const staged = await commitStaged(post, before, { value, attributes });
  return { ...staged, content };
}

/** Stores a change of a post with the texts that it has. @throws Contention */
export async function putPlan(
  post: Versioned<PostRecord>,
  before: Staged,
  value: StagedRecord,
): Promise<Staged> {
  const staged = await commitStaged(post, before, { value, attributes: pickContent(before.item) });
  return { ...before, ...staged };
}

interface Stored {
  value: StagedRecord;
  attributes: Item;
}

async function commitStaged(
  post: Versioned<PostRecord>,
  before: Staged | undefined,
  { value, attributes }: Stored,
): Promise<Omit<Staged, 'content'>> {
  const version = (before?.version ?? 0) + 1;
  const item = recordItem(StagedChanges.key(value.id), version, value, attributes);
  if (isRecordTooLarge(item, MAX_RECORD_BYTES))
    throw new TooLarge('The fields other than the body must have at most 300 KB');
  const transaction = new Transaction().put(item, before ? hasVersion(before.version) : isNew);
  if (!before) transaction.check(postKey(value.id), hasVersion(post.version));
  await moveBelongings(StagedChanges, transaction, before?.value, value);
  if (before?.item.object !== undefined && before.item.object !== item.object)
    transaction.put(toItem(createCleanupJob(value.id)));
  putStagedChange(transaction, { value, version }, post.value);
  await transaction.commit();
  return { version, value, item };
}

async function pack({ id, contents }: StagedRecord, content: Content): Promise<Item> {
  if (contents.length === 0) return {};
  const { fields } = await packContent(id, content);
  return { ...fields, content_version: 0 };
}

function pickContent({ text, zipped, object, bytes, content_version }: Item): Item {
  const attributes = Object.entries({ text, zipped, object, bytes, content_version });
  return Object.fromEntries(attributes.filter(([, value]) => value !== undefined));
}
