import { DAY_S } from '../../platform/core/durations.ts';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { nowTs } from '../../platform/core/clock.ts';
import { DerivedCache } from '../../platform/core/derived-cache.ts';
import { logError } from '../../platform/log/log.ts';
import { assertMatches } from '../../platform/core/matches.ts';
import { answerTooLarge } from '../../platform/http/answer.ts';
import { putItem } from '../../platform/store/put.ts';
import { itemKey, SAFE } from '../../platform/store/item-key.ts';
import { splitIntoParts } from '../../platform/store/records/item-size.ts';
import { getItem, getItems, keyText, type Item } from '../../platform/store/table.ts';
import { gunzipText, gzipText } from '../../platform/text/gzip.ts';
import { convertUnderLease } from './conversion-lease.ts';
import { currentRules, isPlain, makeSafe, type MarkedText } from './safe-html.ts';

/** The HTML texts of a record that are made safe together. */
export interface Source {
  /** The record, such as `post#7`. */
  owner: string;
  texts: readonly string[];
}

/**
 * Safe forms of HTML texts, made when a post is saved, else when they are first read, and stored for a year.
 *
 * Keys: SAFE#<owner> / html, with a digest of the source texts and of the sanitizer's rules: a form is valid only for equal ones. So an edit or
 * another version of the rules needs no invalidation, simultaneous writers may overwrite each other, and after a crash, or an edit that
 * is stored first but saved last, the next reader makes the form again. The form is compressed; the rest of a large one is in html#1 …,
 * each with the digest, because the items are written one after the other.
 */
const LIFE_S = 365 * DAY_S;

/** An answer has at most 6 MB: a longer form is refused by its item, and never read. */
const MAX_FORM_LENGTH = 6_000_000;

/** Converting a shorter text takes less than reading its stored form. */
const MAX_DIRECT_LENGTH = 2_000;
/** A crowd may convert texts of up to this length at once: each conversion is within the ceiling of a request. */
const MAX_UNLEASED_LENGTH = 16_000;

const FormItem = v.object({
  digest: v.string(),
  length: v.number(),
  parts: v.number(),
  zipped: v.instance(Uint8Array),
});
const PartItem = v.object({ digest: v.string(), zipped: v.instance(Uint8Array) });

const Forms = v.object({
  digest: v.string(),
  texts: v.array(v.custom<MarkedText>(value => typeof value === 'object' && value !== null)),
});
type Forms = v.InferOutput<typeof Forms>;

const BYTES_PER_CHARACTER = 2;
const known = new DerivedCache<string, Forms>({ isSame: (one, other) => one === other, maxBytes: 8_000_000 });
const pending = new Map<string, Promise<Forms>>();

export const makeSafeKey = itemKey(`${SAFE}<owner>`, 'html', 'safe form of HTML texts', LIFE_S);
export const safePartKey = itemKey(`${SAFE}<owner>`, 'html#<part>', 'part of a safe form', LIFE_S);

/** The safe forms of the texts of each source, in their order. One call to the table, if any form is stored. @throws Unavailable, TooLarge */
export async function readSafe(sources: readonly Source[]): Promise<(readonly MarkedText[])[]> {
  const wanted = sources.map(source => ({ ...source, digest: computeDigest(source) }));
  const missing = wanted.filter(
    candidate => !isDirect(candidate) && !known.get(candidate.owner, candidate.digest),
  );
  const keys = missing.map(({ owner }) => makeSafeKey(owner));
  const items = keys.length === 0 ? new Map<string, Item>() : await getItems(keys, { consistent: false });
  const forms: (readonly MarkedText[])[] = [];
  // One after the other: a conversion keeps the processor busy.
  for (const source of wanted)
    forms.push(await readForms(source, items.get(keyText(makeSafeKey(source.owner)))));
  return forms;
}

async function readForms(wanted: Wanted, item: Item | undefined): Promise<readonly MarkedText[]> {
  if (isDirect(wanted)) return wanted.texts.map(makeSafe);
  const forms = known.get(wanted.owner, wanted.digest) ?? (await readOrConvert(wanted, item));
  return forms.texts;
}

/** Stores the safe form of texts that are being saved. Never throws: a form that is not stored is made by the first reader. */
export async function storeSafe(source: Source, texts: readonly MarkedText[]): Promise<void> {
  if (isDirect(source)) return;
  try {
    await store(source.owner, { digest: computeDigest(source), texts: [...texts] });
  } catch (error) {
    logError('safe form not stored', error, { owner: source.owner });
  }
}

interface Wanted extends Source {
  digest: string;
}

function isDirect({ texts }: Source): boolean {
  return sumLengths(texts.filter(text => !isPlain(text))) <= MAX_DIRECT_LENGTH;
}

function sumLengths(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function computeDigest({ texts }: Source): string {
  const hash = createHash('sha256').update(currentRules());
  for (const text of texts) hash.update(`\n${text.length}\n`).update(text);
  return hash.digest('base64url');
}

/** Requests of this process for the same form share its conversion. */
async function readOrConvert(wanted: Wanted, item: Item | undefined): Promise<Forms> {
  const { owner, digest } = wanted;
  const shared = pending.get(digest);
  if (shared) return await shared;
  const reading = readStored(wanted, item).then(async stored => stored ?? (await convert(wanted)));
  pending.set(digest, reading);
  try {
    const forms = await reading;
    known.set(owner, digest, forms, BYTES_PER_CHARACTER * sumLengths(forms.texts.map(({ html }) => html)));
    return forms;
  } finally {
    pending.delete(digest);
  }
}

async function readStored({ owner, digest }: Wanted, item: Item | undefined): Promise<Forms | undefined> {
  if (item?.digest !== digest) return undefined;
  const { zipped, length, parts } = v.parse(FormItem, item);
  if (length > MAX_FORM_LENGTH) throw answerTooLarge();
  const packed = parts === 1 ? zipped : await readParts({ owner, digest }, zipped, parts);
  if (!packed) return undefined;
  const forms: unknown = JSON.parse(await gunzipText(packed));
  assertMatches(Forms, forms);
  return forms.digest === digest ? forms : undefined;
}

/** @returns undefined when a part is missing or belongs to another form */
async function readParts(
  { owner, digest }: Pick<Wanted, 'owner' | 'digest'>,
  first: Uint8Array,
  count: number,
): Promise<Buffer | undefined> {
  const keys = Array.from({ length: count - 1 }, (_, index) => safePartKey(owner, String(index + 1)));
  const items = await getItems(keys, { consistent: false });
  const parts = keys.flatMap(key => {
    const item = items.get(keyText(key));
    return item?.digest === digest ? [v.parse(PartItem, item).zipped] : [];
  });
  return parts.length === keys.length ? Buffer.concat([first, ...parts]) : undefined;
}

async function convert(wanted: Wanted): Promise<Forms> {
  const convertNow = async (): Promise<Forms> => {
    const texts = wanted.texts.map(makeSafe);
    await storeSafe(wanted, texts);
    return { digest: wanted.digest, texts };
  };
  if (sumLengths(wanted.texts) <= MAX_UNLEASED_LENGTH) return await convertNow();
  const readAgain = async () =>
    await readStored(wanted, await getItem(makeSafeKey(wanted.owner), { consistent: true }));
  return await convertUnderLease(wanted.owner, readAgain, convertNow);
}

async function store(owner: string, forms: Forms): Promise<void> {
  const zipped = await gzipText(JSON.stringify(forms));
  const length = sumLengths(forms.texts.map(({ html }) => html));
  const [first = zipped, ...others] = splitIntoParts(zipped);
  const common = { digest: forms.digest, expires: nowTs() + LIFE_S };
  await Promise.all(
    others.map((part, index) =>
      putItem({ ...safePartKey(owner, String(index + 1)), ...common, zipped: part }),
    ),
  );
  await putItem({ ...makeSafeKey(owner), ...common, length, parts: 1 + others.length, zipped: first });
}
