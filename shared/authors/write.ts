import { nowTs } from '../core/clock.ts';
import { Conflict } from '../core/errors.ts';
import { defaultsOf } from '../core/complete.ts';
import { applyInput } from '../core/fields.ts';
import { newId } from '../core/ids.ts';
import type { IfMatch } from '../core/if-match.ts';
import type { Caller } from '../http/caller.ts';
import { backlogPartition, INDEX_AUTHOR, outboxItem, toItem } from '../store/outbox-item.ts';
import type { Versioned } from '../store/record.ts';
import { reportNothing, type Report } from '../store/report.ts';
import { retryContended } from '../store/retry.ts';
import { entryKey } from '../store/timeline.ts';
import { Transaction } from '../store/transaction.ts';
import { claim, claimText, formsHeldBy } from '../store/unique.ts';
import { changeRecord, putNext } from '../store/update-record.ts';
import { countRightsLoss, requireMayEdit, requireMayGrant } from './authority.ts';
import { checkAuthor } from './check.ts';
import type { AuthorCreateInput, AuthorEditInput } from './input.ts';
import { keepAdministrator } from './last-administrator.ts';
import { generateFreeNames, nameBase } from './names.ts';
import { hashPassword } from './password.ts';
import { forgetAuthor, normalName, readAuthor } from './read.ts';
import { authorEntry, authorKey, displayName, passwordKey, AuthorRecord } from './record.ts';

const DEFAULTS = defaultsOf(AuthorRecord);
type Editable = typeof DEFAULTS;

function nameTaken() {
  return new Conflict('name: another author has it');
}

function emailTaken() {
  return new Conflict('email: another author has it');
}

/** @throws InvalidInput, Forbidden (a role wider than the caller's), Conflict (email or given name taken) */
export async function createAuthor(
  input: AuthorCreateInput,
  caller: Caller,
  report?: Report,
): Promise<Versioned<AuthorRecord>> {
  const fields = applyInput(DEFAULTS, input, DEFAULTS);
  await checkAuthor(null, fields, input);
  requireMayGrant(caller, fields.role);
  const hash = input.password ? await hashPassword(input.password) : null;
  const { name } = input;
  if (name) return await insert({ ...fields, name: normalName(name) }, { report, hash, taken: nameTaken });
  return await insertUnderFreeName(fields, { report, hash });
}

/** Creates an author with a generated name: tries free names until a claim commits. */
async function insertUnderFreeName(
  fields: Editable,
  options: Omit<Save, 'taken'>,
): Promise<Versioned<AuthorRecord>> {
  const taken = new Error('name taken');
  for await (const name of generateFreeNames(nameBase(fields))) {
    try {
      return await insert({ ...fields, name }, { ...options, taken: () => taken });
    } catch (error) {
      if (error !== taken) throw error;
    }
  }
  throw new Conflict('name: no free name was found; send one');
}

function insert(fields: Editable & { name: string }, options: Save) {
  return retryContended(() => save(null, { ...fields, id: newId(), created_ts: nowTs() }, options));
}

/** Restores an exported author under its own id. @throws Conflict (email or name taken) */
export function restoreAuthor(author: AuthorRecord): Promise<Versioned<AuthorRecord>> {
  return retryContended(() => save(null, author, { hash: null, taken: nameTaken }));
}

/** @throws InvalidInput, Forbidden, NotFound, Conflict, PreconditionFailed */
export async function editAuthor(
  id: number,
  input: AuthorEditInput,
  caller: Caller,
  { ifMatch, report }: { ifMatch?: IfMatch; report?: Report } = {},
): Promise<Versioned<AuthorRecord>> {
  let hash: string | null = null;
  return await changeRecord({ read: () => readAuthor(id, true), ifMatch }, async current => {
    const next = { ...current.value, ...applyInput<Editable>(current.value, input, DEFAULTS) };
    if (input.name) next.name = normalName(input.name);
    requireMayEdit(caller, { current: current.value, next, sent: input });
    await checkAuthor(current.value, next, input);
    if (input.password) hash ??= await hashPassword(input.password);
    return await save(current, countRightsLoss(current.value, next), {
      hash,
      taken: nameTaken,
      callerId: caller.authorId,
      report,
    });
  });
}

/** What a save writes besides the record. */
interface Save {
  /** The hash of a new password. */
  hash: string | null;
  /** The error when another author has the name. */
  taken: () => Error;
  /** The author who edits, of an edit. */
  callerId?: number;
  report?: Report | undefined;
}

async function save(
  current: Versioned<AuthorRecord> | null,
  author: AuthorRecord,
  { hash, taken, callerId = author.id, report = reportNothing }: Save,
): Promise<Versioned<AuthorRecord>> {
  const { id } = author;
  const transaction = new Transaction();
  if (current) await keepAdministrator(transaction, { before: current.value, after: author, callerId });
  const saved = putNext(transaction, authorKey(id), current, author);
  claim(transaction, 'author_name', { from: current?.value.name ?? null, to: author.name, id, taken });
  await moveEmail(transaction, current?.value.email ?? null, author);
  if (!current) transaction.put(entryKey(authorEntry(author)));
  // It may index thousands of posts, so it gives way to other jobs.
  if (current && displayName(current.value) !== displayName(author))
    transaction.put(toItem(outboxItem(INDEX_AUTHOR, { author_id: id }, 0, backlogPartition(id))));
  if (hash !== null) transaction.put({ ...passwordKey(id), hash });
  const change = { id, version: saved.version, type: current ? 'edit' : 'create' } as const;
  for (const item of await report(change)) transaction.put(item);
  await (current ? transaction.commit() : transaction.commitCreation(id));
  forgetAuthor(id);
  return saved;
}

/** An empty email is not claimed: any number of authors may have it. */
async function moveEmail(
  transaction: Transaction,
  before: string | null,
  { id, email }: AuthorRecord,
): Promise<void> {
  if (before === email) return;
  const held = before ? await formsHeldBy(id, 'email', before) : [];
  claimText(transaction, 'email', { held, to: email === '' ? null : email, id, taken: emailTaken });
}
