import { nowTs } from '../../platform/core/clock.ts';
import { Conflict } from '../../platform/core/errors.ts';
import { getDefaults } from '../../platform/core/complete.ts';
import { applyInput } from '../../platform/values/fields.ts';
import { newId } from '../../platform/core/ids.ts';
import type { IfMatch } from '../../platform/core/if-match.ts';
import { requireRecentSignIn, type Caller } from '../../platform/http/caller.ts';
import { recordWrite } from '../../platform/store/audit/record.ts';
import {
  backlogPartition,
  INDEX_AUTHOR,
  outboxItem,
  toItem,
} from '../../platform/store/outbox/outbox-item.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { Taken } from '../../platform/store/condition.ts';
import { reportNothing, type Report } from '../../platform/store/outbox/report.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import { createRecord, editRecord } from '../../platform/store/records/write-entity.ts';
import { countRightsLoss, requireMayEdit, requireMayGrant } from './authority.ts';
import { checkAuthor } from './check.ts';
import type { AuthorCreateInput, AuthorEditInput } from './input.ts';
import { keepAdministrator } from './last-administrator.ts';
import { generateFreeNames, nameBase } from './names.ts';
import { moveNameEntries } from './entries.ts';
import { hashPassword } from './password.ts';
import { normalName } from './read.ts';
import { Authors, displayName, AuthorRecord } from './record.ts';

const DEFAULTS = getDefaults(AuthorRecord);
type Editable = typeof DEFAULTS;

/** @throws InvalidInput, Forbidden (a role wider than the caller's), SignInTooOld, Conflict (email or given name taken) */
export async function createAuthor(
  input: AuthorCreateInput,
  caller: Caller,
  report: Report = reportNothing,
): Promise<Versioned<AuthorRecord>> {
  const fields = applyInput(DEFAULTS, input, DEFAULTS);
  await checkAuthor(null, fields, input);
  requireMayGrant(caller, fields.role);
  // Otherwise someone with a stolen session could make an author and sign in as it.
  if (input.password) requireRecentSignIn(caller);
  const hash = input.password ? await hashPassword(input.password) : null;
  const { name } = input;
  if (name) return await insert({ ...fields, name: normalName(name) }, { hash, report });
  return await insertUnderFreeName(fields, { hash, report });
}

/** Creates an author that no caller asks for, whose fields the code has checked. @throws Conflict (email taken) */
export async function addAuthor(
  fields: Partial<Editable>,
  inserted: Inserted,
): Promise<Versioned<AuthorRecord>> {
  return await insertUnderFreeName({ ...DEFAULTS, ...fields }, inserted);
}

/** What commits with a new author. */
interface Inserted {
  report: Report;
  hash?: string | null;
  also?: (transaction: Transaction, author: AuthorRecord) => void;
}

/** Creates an author with a generated name: tries free names until a claim commits. */
async function insertUnderFreeName(fields: Editable, inserted: Inserted): Promise<Versioned<AuthorRecord>> {
  for await (const name of generateFreeNames(nameBase(fields))) {
    try {
      return await insert({ ...fields, name }, inserted);
    } catch (error) {
      if (!(error instanceof Taken && error.kind === 'author_name')) throw error;
    }
  }
  throw new Conflict('name: no free name was found; send one');
}

function insert(
  fields: Editable & { name: string },
  { report, hash = null, also }: Inserted,
): Promise<Versioned<AuthorRecord>> {
  return createRecord(Authors, async transaction => {
    const id = newId();
    putPassword(transaction, id, hash);
    for (const item of await report({ id, version: 1, type: 'create' })) transaction.put(item);
    const author = { ...fields, id, created_ts: nowTs() };
    moveNameEntries(transaction, undefined, author);
    recordWrite(transaction, 'author', { before: null, after: author });
    also?.(transaction, author);
    return author;
  });
}

/** Restores an exported author under its own id. @throws Conflict (email or name taken) */
export function restoreAuthor(author: AuthorRecord): Promise<Versioned<AuthorRecord>> {
  return createRecord(Authors, transaction => {
    moveNameEntries(transaction, undefined, author);
    return author;
  });
}

interface EditOptions {
  ifMatch?: IfMatch;
  report?: Report;
  /** Keeps the caller's own session when a new password ends those of the author. */
  keepSession?: (transaction: Transaction, passwordChanges: number) => void;
}

/** @throws InvalidInput, Forbidden, NotFound, Conflict, PreconditionFailed */
export async function editAuthor(
  id: number,
  input: AuthorEditInput,
  caller: Caller,
  { ifMatch, report = reportNothing, keepSession }: EditOptions = {},
): Promise<Versioned<AuthorRecord>> {
  let hash: string | null = null;
  return await editRecord(Authors, { id, ifMatch }, async ({ value: before, version, transaction }) => {
    const next = { ...before, ...applyInput<Editable>(before, input, DEFAULTS) };
    if (input.name) next.name = normalName(input.name);
    requireMayEdit(caller, { current: before, next, sent: input });
    await checkAuthor(before, next, input);
    if (input.password) hash ??= await hashPassword(input.password);
    const after = countRightsLoss(before, next);
    if (hash !== null) {
      after.password_changes = (before.password_changes ?? 0) + 1;
      if (caller.authorId === id) keepSession?.(transaction, after.password_changes);
    }
    await keepAdministrator(transaction, { before, after, callerId: caller.authorId });
    // It may index thousands of posts, so it gives way to other jobs.
    if (displayName(before) !== displayName(after))
      transaction.put(toItem(outboxItem(INDEX_AUTHOR, { author_id: id }, 0, backlogPartition(id))));
    moveNameEntries(transaction, before, after);
    putPassword(transaction, id, hash);
    recordWrite(transaction, 'author', { before, after, others: hash === null ? [] : ['password'] });
    for (const item of await report({ id, version: version + 1, type: 'edit' })) transaction.put(item);
    return after;
  });
}

export function putPassword(transaction: Transaction, id: number, hash: string | null): void {
  if (hash !== null) transaction.put({ ...Authors.otherKey(id, 'password'), hash });
}
