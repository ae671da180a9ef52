import { idsByName } from '../authors/read.ts';
import { createAuthor } from '../authors/write.ts';
import { PERMISSIONS } from '../core/permissions.ts';
import type { Caller } from '../http/caller.ts';
import { getItem } from '../store/table.ts';
import { hashOf, lookupKey } from './record.ts';
import { storeKey } from './write.ts';

/** The caller of command lines with the account's credentials, before any author exists. */
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

/** Ensures that an administrator of this name exists and has this key. Repeating it changes nothing. */
export async function ensureAdminKey(key: string, { name, email }: FirstAdmin): Promise<number> {
  const [known] = await idsByName([name], true);
  const author = known ?? (await createAuthor({ name, email, role: 'Administrator' }, SYSTEM)).value.id;
  const stored = await getItem(lookupKey(hashOf(key)), true);
  if (!stored) await storeKey(key, { author_id: author, label: 'first administrator', permissions: null });
  return author;
}
