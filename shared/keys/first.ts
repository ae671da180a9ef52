import { idsByName } from '../authors/read.ts';
import { createAuthor } from '../authors/write.ts';
import { PERMISSIONS } from '../core/permissions.ts';
import type { Caller } from '../http/caller.ts';
import { getItem } from '../store/table.ts';
import { hashOf, lookupKey } from './record.ts';
import { storeKey } from './write.ts';

/** Who acts before there is anybody: only command lines that hold the account's own credentials. */
const SYSTEM: Caller = {
  keyId: 0,
  authorId: 0,
  role: 'Administrator',
  permissions: new Set(PERMISSIONS),
  admin: true,
  isNarrowed: false,
};

export interface FirstAdmin {
  name: string;
  email?: string | undefined;
}

/** Gives an administrator of this name this key, making what is missing of the two. Repeating it changes nothing. */
export async function ensureAdminKey(key: string, { name, email }: FirstAdmin): Promise<number> {
  const [known] = await idsByName([name], true);
  const author = known ?? (await createAuthor({ name, email, role: 'Administrator' }, SYSTEM)).value.id;
  const stored = await getItem(lookupKey(hashOf(key)), true);
  if (!stored) await storeKey(key, { author_id: author, label: 'first administrator', permissions: null });
  return author;
}
