import { newId } from '../../platform/core/ids.ts';
import { readOwners } from '../../platform/store/records/unique.ts';
import { toSlug } from '../../platform/text/slug.ts';
import { type AuthorRecord } from './record.ts';

const BATCH_SIZE = 50;
const MAX_BATCHES = 10;
/** Leaves room for a number, within the length that an edit accepts. */
const MAX_BASE_LENGTH = 180;

/** The base of a generated name: the display name, else the local part of the email. */
export function nameBase({
  first_name,
  last_name,
  email,
}: Pick<AuthorRecord, 'first_name' | 'last_name' | 'email'>): string {
  const slug = toSlug(`${first_name} ${last_name}`) || toSlug(email?.split('@')[0] ?? '') || 'author';
  return slug.slice(0, MAX_BASE_LENGTH).replace(/-$/, '');
}

/**
 * Generates `base`, then the unclaimed ones of `base-2`, `base-3` …; `base` itself without a look-up. When hundreds of authors share a
 * base, ends with an id as suffix.
 */
export async function* generateFreeNames(base: string): AsyncGenerator<string> {
  yield base;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const names = Array.from(
      { length: BATCH_SIZE },
      (_, index) => `${base}-${batch * BATCH_SIZE + index + 2}`,
    );
    const taken = await readOwners('author_name', names, { consistent: true });
    yield* names.filter(name => !taken.has(name));
  }
  yield `${base}-${newId()}`;
}
