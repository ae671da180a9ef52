import { Conflict } from '../../platform/core/errors.ts';
import { ADMIN_ROLES } from '../../platform/site/permissions.ts';
import { hasVersion } from '../../platform/store/condition.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { readPage } from '../../platform/store/timeline.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import { Authors, AUTHORS_TIMELINE, type AuthorRecord } from './record.ts';

const PAGE_SIZE = 100;

interface Change {
  before: AuthorRecord;
  after: AuthorRecord;
  /** The author who makes the change, usually an administrator, so that no other needs to be looked for. */
  callerId: number;
}

/**
 * Requires that the site keeps an active administrator when an author ceases to be one. The transaction checks that another administrator
 * still has the version that was read: when the last two demote each other at the same time, one transaction commits, and the other
 * fails with Contention, looks again and finds none.
 * @throws Conflict
 */
export async function keepAdministrator(
  transaction: Transaction,
  { before, after, callerId }: Change,
): Promise<void> {
  if (!isAdministrator(before) || isAdministrator(after)) return;
  const other = await findAdministrator(before.id, callerId);
  if (!other)
    throw new Conflict('The last active administrator can’t lose the role, nor be deactivated or banned');
  transaction.check(Authors.key(other.value.id), hasVersion(other.version));
}

function isAdministrator({ role, status }: AuthorRecord): boolean {
  return status === 'active' && ADMIN_ROLES.has(role);
}

/** Another active administrator: the caller, else the oldest one among all authors. */
async function findAdministrator(id: number, callerId: number): Promise<Versioned<AuthorRecord> | undefined> {
  const isOther = ({ value }: Versioned<AuthorRecord>): boolean => value.id !== id && isAdministrator(value);
  const [caller] = await Authors.readVersions([callerId], { consistent: true });
  if (caller && isOther(caller)) return caller;
  const all = {
    timelines: [AUTHORS_TIMELINE],
    offset: 0,
    limit: PAGE_SIZE,
    oldestFirst: true,
    consistent: true,
  };
  for (let page = await readPage(all); ; page = await readPage({ ...all, after: page.next })) {
    const found = (await Authors.readVersions(page.ids, { consistent: true })).find(isOther);
    if (found || page.next === undefined) return found;
  }
}
