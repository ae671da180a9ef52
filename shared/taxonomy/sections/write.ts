import { nowTs } from '../../platform/core/clock.ts';
import { Conflict } from '../../platform/core/errors.ts';
import { applyInput } from '../../platform/values/fields.ts';
import { newId } from '../../platform/core/ids.ts';
import { requireMatch, type IfMatch } from '../../platform/core/if-match.ts';
import { isImageUrl } from '../../library/images/urls.ts';
import { recordWrite } from '../../platform/store/audit/record.ts';
import type { OutboxItem } from '../../platform/store/outbox/outbox-item.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { reportNothing, type Report } from '../../platform/store/outbox/report.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { retryInTurn } from '../../platform/store/turns.ts';
import { moveBelongings } from '../../platform/store/records/write-entity.ts';
import { distinctTags, tagKey } from '../../platform/text/tag.ts';
import { checkSection, requireSection } from './check.ts';
import { commitRevision } from './commit.ts';
import { DEFAULTS, NO_SETTINGS, type Editable } from './record.ts';
import type { Directory } from './directory.ts';
import type { SectionCreateInput, SectionInput } from './input.ts';
import { newProgress, putProgress } from './progress.ts';
import { readForWrite } from './read.ts';
import { HOME_ID, SECTION, STATUS, writersQueue, type Kind, type SectionRecord } from './record.ts';

/** A written section or tag, and the job that follows when posts may be affected. */
export interface Written extends Versioned<SectionRecord> {
  /** The sections before the write, in which the record's ancestors are. */
  directory: Directory;
  job: OutboxItem | null;
}

/** @throws InvalidInput (unknown parent or image), Conflict (url taken) */
export async function createSection(
  kind: Kind,
  input: SectionCreateInput,
  report?: Report,
): Promise<Written> {
  return await retryInTurn(writersQueue(kind), async () => {
    const directory = await readForWrite(kind);
    const { title, url } = input;
    const defaults = { ...DEFAULTS, order: directory.head.next_order };
    const fields = {
      ...applyInput(defaults, input, defaults),
      page_settings: mergeSettings(NO_SETTINGS, input),
    };
    const record = withDistinctTags({ ...fields, id: newId(), title, url, created_ts: nowTs() });
    await checkSection(record, directory);
    return await write({ kind, directory, current: null, report }, record);
  });
}

/** @throws NotFound, InvalidInput (unknown parent or image, cycle), Conflict (url taken, Home), PreconditionFailed */
export async function editSection(
  kind: Kind,
  id: number,
  input: SectionInput,
  { ifMatch, report }: { ifMatch?: IfMatch; report?: Report } = {},
): Promise<Written> {
  if (kind === SECTION && id === HOME_ID) throw new Conflict('Home can’t be edited');
  return await retryInTurn(writersQueue(kind), async () => {
    const directory = await readForWrite(kind, id);
    const current = requireSection(kind, id, directory);
    requireMatch(ifMatch, current.version);
    const { value } = current;
    const defaults = { ...DEFAULTS, order: value.order };
    const record = withDistinctTags({
      ...value,
      ...applyInput<Editable>(value, withoutShownHeader(value, input), defaults),
      title: input.title ?? value.title,
      url: input.url ?? value.url,
      page_settings: mergeSettings(value.page_settings, input),
    });
    await checkSection(record, directory);
    return await write({ kind, directory, current, report }, record);
  });
}

function withDistinctTags(record: SectionRecord): SectionRecord {
  return { ...record, tags: distinctTags(record.tags) };
}

/** A header's address that is sent back as it was answered is not stored: it follows from the current header_image_id, or the new one. */
function withoutShownHeader({ header_image_id }: SectionRecord, input: SectionInput): SectionInput {
  const ids = [header_image_id, input.header_image_id];
  const isShown = ids.some(id => typeof id === 'number' && isImageUrl(id, input.url_header_image ?? ''));
  return isShown ? { ...input, url_header_image: undefined } : input;
}

/** Settings that are not sent stay; null sets one, or all of them, to false. */
function mergeSettings(
  current: SectionRecord['page_settings'],
  { page_settings }: SectionInput,
): SectionRecord['page_settings'] {
  if (page_settings === null) return NO_SETTINGS;
  return applyInput(current, page_settings ?? {}, NO_SETTINGS);
}

/** What a write starts from. */
interface Write {
  kind: Kind;
  directory: Directory;
  current: Versioned<SectionRecord> | null;
  report?: Report | undefined;
}

async function write(
  { kind, directory, current, report = reportNothing }: Write,
  value: SectionRecord,
): Promise<Written> {
  const tags = kind === SECTION ? changedTags(current?.value.tags ?? [], value.tags) : [];
  const progress = tags.length > 0 ? newProgress(value.id) : null;
  const hidesOrShows = kind === SECTION && current !== null && isPrivate(current.value) !== isPrivate(value);
  const affected = { tags, section_id: hidesOrShows ? value.id : null, progress };
  const next = { version: (current?.version ?? 0) + 1, value };
  const transaction = new Transaction();
  if (progress !== null) putProgress(transaction, progress);
  await moveBelongings(kind, transaction, current?.value, value);
  recordWrite(transaction, kind === SECTION ? 'section' : 'tag', {
    before: current?.value ?? null,
    after: value,
  });
  const type = current ? 'edit' : 'create';
  for (const item of await report({ id: value.id, version: next.version, type })) transaction.put(item);
  const posts = progress !== null || hidesOrShows ? affected : null;
  // Lists obey a section's status at once: only the feed of changes waits for the worker.
  const leaseS = progress === null ? 0 : undefined;
  const job = await commitRevision(kind, { directory, put: [next], job: posts, leaseS }, transaction);
  return { ...next, directory, job: progress === null ? null : job };
}

function isPrivate({ status }: SectionRecord): boolean {
  return status === STATUS.private;
}

/** Tags that are in only one of the two lists. */
function changedTags(before: readonly string[], after: readonly string[]): string[] {
  const [old, now] = [new Set(before.map(tagKey)), new Set(after.map(tagKey))];
  return [...old, ...now].filter(key => old.has(key) !== now.has(key));
}
