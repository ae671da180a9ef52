import * as v from 'valibot';
import { integerFrom } from '../values/bounds.ts';
import { BUILT_IN_ROLES } from './permissions.ts';
import { secret, text } from './setting.ts';

const ISSUER_MESSAGE = 'must be an https address without query';
/** Without TLS only a provider on this machine, which deployed functions don't call. It is compared as it is written. */
const issuer = v.pipe(
  v.string(),
  v.regex(/^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1)[:/])[^\s?#]+$/, ISSUER_MESSAGE),
  v.check(address => URL.canParse(address), ISSUER_MESSAGE),
);

/** A provider of OpenID Connect, by which people sign in. */
const SingleSignOn = v.pipe(
  v.strictObject({
    issuer,
    clientId: text(),
    secret,
    /** Whether a person without an author becomes one. */
    createsAuthors: v.optional(v.boolean(), false),
    /** The role of a new author, and with `roles` of each author for whom the provider says none of them. */
    defaultRole: v.optional(text(100)),
    /** With these the provider decides on roles, at each sign-in: the first role that one of the claim's values has here. */
    roles: v.optional(
      v.strictObject({
        claim: text(),
        /** The scope that is requested in addition, so that the provider sends the claim. */
        scope: v.optional(text()),
        values: v.record(text(), text(100)),
      }),
    ),
    /** Whether the provider's sign-in is enough where a second factor is demanded, and where the author has a passkey. */
    isSecondFactor: v.optional(v.boolean(), false),
  }),
  v.check(
    ({ createsAuthors, defaultRole, roles }) =>
      !createsAuthors || defaultRole !== undefined || roles !== undefined,
    'createsAuthors needs defaultRole or roles',
  ),
);
export type SingleSignOn = v.InferOutput<typeof SingleSignOn>;

/** The longest setting: as long as items of sessions are kept. */
export const MAX_SESSION_DAYS = 90;
const host = v.pipe(
  v.string(),
  v.regex(/^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+)$/, 'must be a host such as example.com, in lower case'),
);
export const SignIn = v.pipe(
  v.strictObject({
    /** The host that passkeys are bound to: that of the API or a domain above it. By default the API's own. */
    host: v.optional(host),
    /** Who must have a passkey. With `publishers`, authors who may publish: until they have one, the password only lets them enrol one. */
    secondFactor: v.optional(
      v.picklist(['optional', 'publishers'], 'must be optional or publishers'),
      'optional',
    ),
    /** Whether a key may be in the address, as `api_key`, which servers log and people share. */
    keysInAddresses: v.optional(v.boolean(), true),
    /** A session ends when it is not used for this time, or a quarter of an hour later. */
    idleHours: v.optional(integerFrom(1, 720, 'must be an integer from 1 to 720'), 12),
    /** A session ends this long after the sign-in. */
    maxDays: v.optional(
      integerFrom(1, MAX_SESSION_DAYS, `must be an integer from 1 to ${MAX_SESSION_DAYS}`),
      30,
    ),
    /** Without them people sign in by single sign-on, or with a passkey. */
    passwords: v.optional(v.boolean(), true),
    singleSignOn: v.optional(SingleSignOn),
  }),
  v.check(
    ({ passwords, singleSignOn }) => passwords || singleSignOn !== undefined,
    'passwords: false needs singleSignOn',
  ),
);

interface Roles {
  singleSignOn?: Pick<SingleSignOn, 'defaultRole' | 'roles'> | undefined;
}

/** Whether the roles that single sign-on gives are roles of the site. */
export function hasKnownRoles(
  { singleSignOn: { defaultRole, roles } = {} }: Roles,
  custom: readonly string[],
): boolean {
  const given = [...(defaultRole === undefined ? [] : [defaultRole]), ...Object.values(roles?.values ?? {})];
  return given.every(role => BUILT_IN_ROLES.has(role) || custom.includes(role));
}
