import { newId } from '../core/ids.ts';
import { ownersOf } from '../store/unique.ts';
import { slugOf } from '../text/slug.ts';
import { type AuthorRecord } from './record.ts';

const BATCH = 50;
const MAX_BATCHES = 10;
/** With a number behind it, still a name that an edit accepts. */
const MAX_BASE_LENGTH = 180;

/** What a name is made of when none is given: the display name, else the email's local part. */
export function nameBase({
  first_name,
  last_name,
  email,
}: Pick<AuthorRecord, 'first_name' | 'last_name' | 'email'>): string {
  const slug = slugOf(`${first_name} ${last_name}`) || slugOf(email?.split('@')[0] ?? '') || 'author';
  return slug.slice(0, MAX_BASE_LENGTH).replace(/-$/, '');
}

/**
 * `base`, then `base-2`, `base-3` … as far as nobody has them; the base is offered without a look-up. Where hundreds share a
 * base, an id ends the search.
 */
export async function* freeNames(base: string): AsyncGenerator<string> {
  yield base;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const names = Array.from({ length: BATCH }, (_, index) => `${base}-${batch * BATCH + index + 2}`);
    const taken = await ownersOf('author_name', names, true);
    yield* names.filter(name => !taken.has(name));
  }
  yield `${base}-${newId()}`;
}
