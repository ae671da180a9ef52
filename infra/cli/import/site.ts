import * as v from 'valibot';
import { Authors, AUTHORS_TIMELINE, type AuthorRecord } from '../../../shared/people/authors/record.ts';
import { readBadges } from '../../../shared/taxonomy/badges/record.ts';
import { ADMIN_ROLES } from '../../../shared/platform/site/permissions.ts';
import { ASSET_PARTITIONS, TIMELINE as ASSETS } from '../../../shared/library/dam/assets.ts';
import { TIMELINE as POSTS } from '../../../shared/posts/record/timelines.ts';
import { readKind } from '../../../shared/taxonomy/sections/read.ts';
import { SECTION, TAG } from '../../../shared/taxonomy/sections/record.ts';
import { recordAction } from '../../../shared/platform/store/audit/record.ts';
import { itemKey } from '../../../shared/platform/store/item-key.ts';
import { getItem } from '../../../shared/platform/store/table.ts';
import { readPage } from '../../../shared/platform/store/timeline.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { readWebhooks } from '../../../shared/posts/webhooks/read.ts';
import { readValidLines } from './folder.ts';

/**
 * The export that a site is being filled from, or was. The item IMPORT / site is put first, so that an interrupted import can
 * continue although the site is no longer empty.
 */
export const stateKey = itemKey('IMPORT', 'site', 'export that the site is filled from');
const STATE = stateKey();

const State = v.object({ sha256: v.string(), done: v.boolean() });

/** The state of the site. */
export type Found = 'empty' | 'begun' | 'done';

/** @throws Error that names the existing records */
export async function readImportState(sha256: string): Promise<Found> {
  const item = await getItem(STATE, { consistent: true });
  const state = item && v.parse(State, item);
  if (state?.sha256 === sha256) return state.done ? 'done' : 'begun';
  if (state && !state.done)
    throw new Error(
      'The import of another export was interrupted here: finish it, or begin with a new site.',
    );
  const there = await describeExisting();
  if (there.length > 0)
    throw new Error(`Only an empty site can be filled; this one has ${there.join(', ')}.`);
  return 'empty';
}

/** Notes that an import begins, or goes on, with its entry in the audit trail: its records have none of their own. */
export async function noteBegin(sha256: string): Promise<void> {
  const transaction = new Transaction().put({ ...STATE, sha256, done: false });
  recordAction(transaction, { action: 'site.import', id: null });
  await transaction.commit();
}

export async function noteEnd(sha256: string): Promise<void> {
  await new Transaction().put({ ...STATE, sha256, done: true }).commit();
}

/** Returns the first administrator, created by `npm start` or `npm run keys`, if there is no other author. */
async function findFirstAdmin(): Promise<AuthorRecord | undefined> {
  const ids = await newest([AUTHORS_TIMELINE]);
  const authors = await Authors.readMany(ids, { consistent: true });
  const [only] = authors;
  return authors.length === 1 && only && ADMIN_ROLES.has(only.role) ? only : undefined;
}

async function describeExisting(): Promise<string[]> {
  const [authors, admin, sections, tags, badges, posts, assets, webhooks] = await Promise.all([
    newest([AUTHORS_TIMELINE]),
    findFirstAdmin(),
    readKind(SECTION, { consistent: true }),
    readKind(TAG, { consistent: true }),
    readBadges({ consistent: true }),
    newest([POSTS.published, POSTS.draft, POSTS.removed]),
    newest(ASSET_PARTITIONS.map(ASSETS.all)),
    readWebhooks(),
  ]);
  const found: [string, boolean][] = [
    ['authors', authors.length > 0 && !admin],
    ['sections', sections.records.size > 0],
    ['tags', tags.records.size > 0],
    ['badges', badges.length > 0],
    ['posts', posts.length > 0],
    ['assets', assets.length > 0],
    ['webhooks', webhooks.length > 0],
  ];
  return found.flatMap(([name, isThere]) => (isThere ? [name] : []));
}

async function newest(timelines: readonly string[]): Promise<number[]> {
  return (await readPage({ timelines, offset: 0, limit: 2, consistent: true })).ids;
}

interface Successor {
  author: AuthorRecord;
  /** The id of the first administrator. */
  of: number;
}

/**
 * Finds the author who replaces the site's first administrator. Names are unique, so of two authors with the same name only one can
 * exist, and the key of the first administrator must keep working.
 * @throws Error when the two authors can't be merged
 */
export async function findSuccessor(folder: string): Promise<Successor | undefined> {
  const admin = await findFirstAdmin();
  if (!admin) return undefined;
  for await (const author of readValidLines(folder, 'authors')) {
    if (author.id === admin.id) return undefined;
    if (author.name === admin.name) return { author: requireAdmin(author, admin), of: admin.id };
    if (author.email !== null && author.email.toLowerCase() === admin.email?.toLowerCase())
      throw new Error(
        `The site's first administrator ${admin.name} has the email of ${author.name} in the export.`,
      );
  }
  return undefined;
}

function requireAdmin(author: AuthorRecord, admin: AuthorRecord): AuthorRecord {
  const { name, role, status } = author;
  if (role === admin.role && status === 'active') return author;
  throw new Error(
    `The site's first administrator is ${name}, but in the export ${name} is ${role}, ${status}.`,
  );
}
