import type { Site } from '../../platform/site/site-schema.ts';
import { getPermissions, site } from '../../platform/site/site.ts';
import { throwFaults } from '../../platform/http/query.ts';
import { Images } from '../../library/images/record.ts';
import { missingReferences } from '../../library/media/references.ts';
import type { AuthorCreateInput } from './input.ts';
import { NO_PASSWORDS } from './password-rule.ts';
import type { AuthorRecord } from './record.ts';

type Checked = Pick<AuthorRecord, 'role' | 'fb_id' | 'image_id'>;
type Sent = Pick<AuthorCreateInput, 'password' | 'email' | 'specific_data'>;

/**
 * Checks an author beyond its schema. `specific_data` is checked only when sent, so that authors without it, or from before a change of the
 * site's schema, stay editable. @throws InvalidInput with all faults
 */
export async function checkAuthor(current: Checked | null, next: Checked, input: Sent): Promise<void> {
  const { image_id } = next;
  const references =
    image_id === null ? [] : [{ field: 'image_id', id: image_id, key: Images.key(image_id) }];
  const [missing, unfit] = await Promise.all([
    missingReferences(references),
    input.specific_data ? specificDataFaults(site().authorSpecificDataSchema, input.specific_data) : [],
  ]);
  throwFaults([...roleFaults(current, next), ...passwordFaults(next, input), ...missing, ...unfit]);
}

/** An author keeps a role that the site no longer has until it gets another. */
function roleFaults(current: Checked | null, { role }: Checked): string[] {
  if (role === current?.role || getPermissions(role)) return [];
  return [`role: ${role} is neither a built-in role nor one of this site's`];
}

/** Authors from a social network may have no email, and can't sign in with a password alone. */
function passwordFaults({ fb_id }: Checked, { password, email }: Sent): string[] {
  if (!password) return [];
  if (!site().signIn.passwords) return [`password: ${NO_PASSWORDS}`];
  if (fb_id === null || email) return [];
  return ['password: an author who signed up through a social network needs an email in the same request'];
}

/** Keywords whose errors only say that a part is invalid; the part has an error of its own. */
const CONTAINERS = new Set([
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
  'allOf',
  '$ref',
]);

/** Validates an author's `specific_data` against the site's schema (null: none). Each fault begins with the field's path. */
export async function specificDataFaults(
  schema: Site['authorSpecificDataSchema'],
  data: Record<string, unknown>,
): Promise<string[]> {
  if (schema === null) return [];
  // Only sites with a schema load the validator.
  const { Validator } = await import('@cfworker/json-schema');
  const { errors } = new Validator(schema, '2020-12', false).validate(data);
  return errors
    .filter(({ keyword }) => !CONTAINERS.has(keyword))
    .map(({ instanceLocation, keyword, error }) => {
      const path = `specific_data${instanceLocation.slice(1).replaceAll('/', '.')}`;
      return `${path}: ${keyword === 'false' ? 'is not allowed' : error}`;
    });
}
