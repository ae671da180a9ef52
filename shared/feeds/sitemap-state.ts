import { createHash } from 'node:crypto';
import { nowTs } from '../platform/core/clock.ts';
import { makePosition } from '../platform/values/position.ts';
import { site } from '../platform/site/site.ts';
import { CHANGED, MARKS_END, MAX_WRITE_S, monthMarkKey } from '../posts/record/months.ts';
import { sectionDirectory } from '../taxonomy/sections/read.ts';
import { queryItems, type Item, type Consistency } from '../platform/store/table.ts';
import { findParts, textPartKey, unzipParts, type Part } from './sitemap-parts.ts';

/** The first read gets this many parts and marks, which nearly always are all that must be compared. */
const FEW = 100;

const MARKS = [CHANGED, MARKS_END] as const;

/** The versions of posts, by the sort keys of their marks. */
type Marks = ReadonlyMap<string, number>;

/** A stored sitemap, and the month whose changed posts it depends on. */
export interface Sitemap {
  name: string;
  /** Such as `2026-11`. */
  month: string;
}

/** The stored sitemap with the state that it is compared with, from which the next one is made. */
export interface StoredSitemap {
  /** The state without the marks. */
  basis: string;
  /** The marks, at least all that the stored text, or one that is made now, is compared with. */
  marks: Marks;
  /** A text that is made now is valid for the marks from this sort key on. */
  since: string;
  /** The parts of one stored text, which may be outdated. */
  parts: readonly Part[];
  /** The text; undefined when it is outdated. */
  text?: string;
}

/** Reads the parts of the text and the latest marks at the same time. It reads more only when many posts have changed. */
export async function readStored(
  { name, month }: Sitemap,
  { consistent }: Consistency,
): Promise<StoredSitemap> {
  const since = markKeyAt(nowTs() - MAX_WRITE_S);
  const range = { pk: monthMarkKey.partition(month), consistent };
  const [latest, own, directory] = await Promise.all([
    // The sitemap of the month itself has its parts behind the marks in the same partition, so this Query returns both.
    queryItems({ ...range, descending: true, limit: FEW, ...(name !== month && { between: MARKS }) }),
    name === month ? [] : queryItems({ pk: textPartKey.partition(name), consistent }),
    sectionDirectory(),
  ]);
  const parts = findUsable([...latest.toReversed(), ...own]);
  const [from = since] = [since, ...parts.map(part => part.since)].sort();
  const isAll = latest.length < FEW || String(latest.at(-1)?.sk) < from;
  const marked = isAll ? latest.toReversed() : await queryItems({ ...range, between: [from, MARKS_END] });
  const marks = marksSince(toMarks(marked), from);
  const stored = { basis: describeBasis(directory.head.rev), marks, since, parts };
  return isCurrent(stored) ? { ...stored, text: await unzipParts(parts) } : stored;
}

/** Ignores parts that were made later than now: the clock has been set back since, so newer marks may be earlier than these parts expect. */
function findUsable(items: readonly Item[]): Part[] {
  return findParts(items).filter(part => part.since <= markKeyAt(nowTs()));
}

function toMarks(items: readonly Item[]): Marks {
  const marks = items.filter(({ sk }) => String(sk).startsWith(CHANGED));
  return new Map(marks.map(({ sk, version }) => [String(sk), Number(version)]));
}

export function marksSince(marks: Marks, since: string): Marks {
  return new Map([...marks].filter(([mark]) => mark >= since));
}

/**
 * Whether the stored text is valid. A text that was made right after many changes is made again although it is valid, so that the next requests
 * need not compare their marks.
 */
function isCurrent({ basis, marks, parts }: StoredSitemap): boolean {
  const isSettled =
    marks.size < FEW || parts.every(part => part.since > markKeyAt(nowTs() - 2 * MAX_WRITE_S));
  const isSame = parts.every(part => part.state === hashState(basis, marksSince(marks, part.since)));
  return parts.length > 0 && isSettled && isSame;
}

function markKeyAt(ts: number): string {
  return monthMarkKey.sortKey(makePosition(ts, 0));
}

/** Describes all that texts depend on besides the posts: addresses, visibility and the publication's name. */
function describeBasis(rev: number): string {
  const { baseUrl, permalink, features, mediaBaseUrl, siteTitle, language } = site();
  return JSON.stringify([rev, baseUrl, permalink, features.pageList, mediaBaseUrl, siteTitle, language]);
}

/** Hashes the state that a text is made from. */
export function hashState(basis: string, marks: Marks): string {
  const hash = createHash('sha256').update(basis);
  for (const [mark, version] of marks) hash.update(`${mark} ${version}\n`);
  return hash.digest('base64url');
}
