import { ListedAuthors } from '../../../shared/people/authors/entries.ts';
import { AuthorRecord } from '../../../shared/people/authors/record.ts';
import { Assets } from '../../../shared/library/dam/assets.ts';
import { AssetRecord } from '../../../shared/library/dam/record.ts';
import { Documents } from '../../../shared/library/documents/record.ts';
import { Images } from '../../../shared/library/images/record.ts';
import { FILE_CLEANUP } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { parseRecord } from '../../../shared/platform/store/records/record.ts';
import { keyText, type Item, type Key } from '../../../shared/platform/store/table.ts';
import { Posts } from '../../../shared/posts/record/posts.ts';
import { PostRecord } from '../../../shared/posts/record/record.ts';
import { listFieldImages } from '../../../shared/posts/uses/index-images.ts';
import { BadgeRecord, Badges } from '../../../shared/taxonomy/badges/record.ts';
import { SECTION, SectionRecord } from '../../../shared/taxonomy/sections/record.ts';
import { ENTITIES, matchEntity } from '../entities.ts';
import { toName, type Disagreement } from './disagreement.ts';
import { listOldObjects, type Facts } from './facts.ts';
import { keyIn } from './stored.ts';

interface Lost {
  record: Key;
  /** The prefix of its files in the media bucket. */
  prefix: string;
  /** The rest of a sentence about the record. */
  fault: string;
  isNamed: boolean;
}

/**
 * Pictures and documents whose record is lost: another record names them, or their files are left. Requests delete a record with a job
 * for its files, so only damage leaves them alone. The files are kept, because they are all that is left; a job that waits since the
 * upload would delete them.
 */
export function compareLostMedia(facts: Facts): Disagreement[] {
  const lost = new Map<string, Lost>();
  for (const missing of [...listNamed(facts), ...listFiles(facts)]) {
    const key = keyText(missing.record);
    if (!facts.items.has(key) && !facts.unreadable.has(missing.record.pk) && !lost.has(key))
      lost.set(key, missing);
  }
  return [...lost.values()].flatMap(missing => describeLost(missing, facts) ?? []);
}

function describeLost({ record, prefix, fault, isNamed }: Lost, { jobs }: Facts): Disagreement | undefined {
  const waiting = jobs.filter(job => job.kind === FILE_CLEANUP && job.prefix?.startsWith(prefix));
  const disagreement = { kind: 'record', key: toName(record), fault } as const;
  if (waiting.length === 0) return disagreement;
  // The upload may have failed before its record was written.
  if (!isNamed) return undefined;
  return {
    ...disagreement,
    fault: `${fault}; a job will delete its files`,
    repair: transaction => {
      for (const { key } of waiting) transaction.delete(key);
    },
  };
}

function listNamed({ records }: Facts): Lost[] {
  return records.flatMap(({ item }) => {
    const fault = `is lost: ${toName(keyIn(item))} names it`;
    return listMedia(item).map(medium => ({ ...medium, fault, isNamed: true }));
  });
}

function listFiles(facts: Facts): Lost[] {
  return listOldObjects(facts).flatMap(place => {
    const [, prefix, folder, number] = /^media\/((images|documents)\/(\d+)\/)/.exec(place) ?? [];
    if (prefix === undefined) return [];
    const medium = folder === 'images' ? toImage(Number(number)) : toDocument(Number(number));
    return [{ ...medium, fault: `is lost: only its files are left, in media/${prefix}`, isNamed: false }];
  });
}

type Medium = Pick<Lost, 'record' | 'prefix'>;

function toImage(id: number): Medium {
  return { record: Images.key(id), prefix: `images/${id}/` };
}

function toDocument(id: number): Medium {
  return { record: Documents.key(id), prefix: `documents/${id}/` };
}

const findEntity = matchEntity(ENTITIES);

/** The pictures and documents that the fields of a record name. */
function listMedia(item: Item): Medium[] {
  const toImages = (...ids: readonly (number | null)[]): Medium[] =>
    ids.flatMap(id => (id === null ? [] : [toImage(id)]));
  switch (findEntity(item)) {
    case Posts:
      return toImages(...listFieldImages(parseRecord(PostRecord, item).value).map(({ id }) => id));
    case ListedAuthors:
      return toImages(parseRecord(AuthorRecord, item).value.image_id);
    case Badges:
      return toImages(parseRecord(BadgeRecord, item).value.image_id);
    case SECTION:
      return toImages(parseRecord(SectionRecord, item).value.header_image_id);
    case Assets: {
      const { file_type, file_id } = parseRecord(AssetRecord, item).value;
      return [file_type === 0 ? toImage(file_id) : toDocument(file_id)];
    }
    default:
      return [];
  }
}
