import { permissionsOfRole, site } from '../core/site.ts';
import { throwFaults } from '../http/query.ts';
import { imageKey, missingReferences } from '../media/references.ts';
import type { AuthorCreateInput } from './input.ts';
import type { AuthorRecord } from './record.ts';
import { specificDataFaults } from './specific-data.ts';

type Checked = Pick<AuthorRecord, 'role' | 'fb_id' | 'image_id'>;
type Sent = Pick<AuthorCreateInput, 'password' | 'email' | 'specific_data'>;

/**
 * Checks an author beyond its schema. `specific_data` is checked only when sent, so that authors without it, or from before a change of the
 * site's schema, stay editable. @throws InvalidInput with all faults
 */
export async function checkAuthor(current: Checked | null, next: Checked, input: Sent): Promise<void> {
  const { image_id } = next;
  const references = image_id === null ? [] : [{ field: 'image_id', id: image_id, key: imageKey(image_id) }];
  const [missing, unfit] = await Promise.all([
    missingReferences(references),
    input.specific_data ? specificDataFaults(site().authorSpecificDataSchema, input.specific_data) : [],
  ]);
  throwFaults([...roleFaults(current, next), ...passwordFaults(next, input), ...missing, ...unfit]);
}

/** An author keeps a role that the site no longer has until it gets another. */
function roleFaults(current: Checked | null, { role }: Checked): string[] {
  if (role === current?.role || permissionsOfRole(role)) return [];
  return [`role: ${role} is neither a built-in role nor one of this site's`];
}

/** Authors from a social network may have no email, and can't sign in with a password alone. */
function passwordFaults({ fb_id }: Checked, { password, email }: Sent): string[] {
  if (fb_id === null || !password || email) return [];
  return ['password: an author who signed up through a social network needs an email in the same request'];
}
