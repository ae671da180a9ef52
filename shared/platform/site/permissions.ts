import * as v from 'valibot';

/** Every permission of the service. `read` and `engage` belong to every role. */
export const PERMISSIONS = [
  'read',
  'engage',
  'write_draft',
  'publish_post',
  'manage_sections',
  'manage_authors',
  'manage_design',
  'manage_keys',
  'upload',
] as const;

export const Permission = v.picklist(PERMISSIONS, `must be one of ${PERMISSIONS.join(', ')}`);
export type Permission = v.InferOutput<typeof Permission>;

export const ADMIN_ROLES: ReadonlySet<string> = new Set([
  'Administrator',
  'Developer',
  'Platform Engineer',
  'Serverside Engineer',
]);

const admin = [...ADMIN_ROLES].map((role): [string, readonly Permission[]] => [role, PERMISSIONS]);

export const BUILT_IN_ROLES: ReadonlyMap<string, readonly Permission[]> = new Map<
  string,
  readonly Permission[]
>([
  ...admin,
  ['Editor', ['write_draft', 'publish_post', 'manage_sections', 'manage_authors', 'upload', 'manage_design']],
  ['Guest Editor', ['write_draft', 'publish_post', 'upload']],
  ['Guest Writer', ['write_draft', 'upload']],
  ['Guest Developer', ['manage_design', 'upload']],
  ['Community User', []],
  ['Reader', []],
]);
