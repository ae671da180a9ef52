import type { RouteName } from '../../../../functions/routes/index.ts';
import { MADE, type Example } from '../example.ts';

const BYTES = 'QjpG7x0W1mVb4mJm2kUvJc3hKz8o0m6xkqv3Yd1t5cE';

export const authors = {
  'authors/create': {
    says: 'Creates the author of a new reporter.',
    notes:
      '`role` is `Guest Editor` and `status` `active` unless they are sent. The role can’t have more permissions than the caller’s.',
    body: {
      first_name: 'Ada',
      last_name: 'Nord',
      email: 'ada.nord@example.com',
      role: 'Guest Writer',
      about_html: '<p>Writes about the harbour.</p>',
      specific_data: { site_title: 'The Harbour' },
    },
    refuses: ['sign_in_too_old'],
  },
  'authors/edit': {
    says: 'Makes her an editor.',
    notes:
      '`first_name` and `last_name` are required; other fields stay unchanged when omitted. Without `manage_authors` a key can edit only its own author, except role and status.',
    path: { id: MADE.author },
    body: { first_name: 'Ada', last_name: 'Nord', role: 'Editor' },
    refuses: ['conflict', 'sign_in_too_old'],
    ifMatch: true,
  },
  'authors/get': { says: 'Gets an author.', path: { id: MADE.author } },
  'authors/search': { says: 'Lists the newest author.', query: { limit: 1 } },
  'authors/by-email': {
    says: 'Finds the author of an email address.',
    query: { emails: 'reporter@example.com' },
  },
  'authors/by-name': {
    says: 'Finds the existing authors with these slugs.',
    query: { author_names: 'robin-quay,nobody' },
  },
} satisfies Partial<Record<RouteName, Example>>;

export const sessions = {
  'sessions/create': {
    says: 'Signs in the reporter.',
    notes:
      'The answer sets the cookie of the session, in which alone its secret is. The session has the permissions of its author, and ends when it is not used for `signIn.idleHours`, `signIn.maxDays` after the sign-in, or with a new password. A wrong password, an unknown email and an author who is not active are refused alike; after some failures further attempts must wait, see `Retry-After`. Where the author has a passkey, the password needs a `recovery_code` in addition.',
    body: { email: 'reporter@example.com', password: 'nine years for a bridge' },
    refuses: ['sign_in_refused', 'second_factor_required', 'forbidden'],
  },
  'sessions/single-sign-on-options': {
    says: 'Begins a sign-in at the site’s identity provider (OpenID Connect).',
    notes:
      'The page sends its browser to `url`. The answer sets a cookie that binds what comes back to the browser, for ten minutes. On a site without the setting `signIn.singleSignOn` it returns 404.',
    refuses: ['forbidden', 'not_found', 'url_not_allowed', 'upstream_failed', 'upstream_timeout'],
  },
  'sessions/single-sign-on': {
    says: 'Signs in the reporter, who has signed in at the identity provider.',
    notes:
      'The provider sends the browser back to `/sign-in/` with `code`, `state` and perhaps `iss` in the query, and the page sends them. They count once, with the cookie of the browser that began. The author is the one with the email that the provider has verified. Depending on the settings an unknown person becomes an author, and the provider decides on the role; it changes no status, and takes no role from the last administrator.',
    body: { code: 'SplxlOBeZQQYbYS6WxSbIA', state: BYTES, iss: 'https://login.example' },
    byProvider: true,
    refuses: [
      'single_sign_on_refused',
      'second_factor_required',
      'forbidden',
      'not_found',
      'url_not_allowed',
      'upstream_failed',
      'upstream_timeout',
    ],
  },
  'sessions/list': {
    says: 'Lists the sessions of all authors, for an administrator.',
    notes:
      'Newest first, without those that have ended. Other callers get those of their own author; a narrowed key gets 403.',
    counted: true,
  },
  'sessions/delete': { says: 'Ends the session on a lost phone.', path: { id: MADE.session } },
  'sessions/delete-all': { says: 'Ends all sessions of the caller’s author, also that of the request.' },
} satisfies Partial<Record<RouteName, Example>>;

export const audit = {
  'audit/list': {
    says: 'Lists who revoked API keys.',
    notes:
      'Entries are written with the change, and kept for `limits.auditDays`. `actor` is `key`, `session`, `anonymous` (someone without either, at `address`) or `process`, a worker of the service, which `process` names; `key_id` is the id of the key or the session. Texts of posts are not in the trail: their revisions say who changed them. With a filter a page may have fewer entries than `limit`, or none, while the `Link` header names another one. Of a refused sign-in, `resource_id` is the author whose email was sent.',
    query: { action: 'api_key.delete' },
  },
} satisfies Partial<Record<RouteName, Example>>;

export const passkeys = {
  'sessions/passkey-options': {
    says: 'Gets the challenge of a sign-in. It is the same for everyone: the passkey says whose it is.',
    notes:
      '`PublicKeyCredential.parseRequestOptionsFromJSON()` of browsers takes the answer, and `navigator.credentials.get()` its result. The challenge is for one sign-in, within five minutes.',
    refuses: ['forbidden'],
  },
  'sessions/passkey': {
    says: 'Signs in with the passkey on a phone.',
    notes:
      '`credential` is what `toJSON()` of the browser’s credential returns. The answer sets the cookie of the session. All faults of a passkey get the same refusal.',
    body: {
      credential: {
        id: BYTES,
        response: {
          clientDataJSON: BYTES,
          authenticatorData: BYTES,
          signature: BYTES,
          userHandle: 'MTAx',
        },
      },
    },
    credential: 'sign-in',
    refuses: ['passkey_refused', 'forbidden'],
  },
  'passkeys/options': {
    says: 'Gets the challenge of an enrolment, and what the passkey will be bound to.',
    notes:
      'Only a session gets it, within ten minutes of the sign-in; where the author has a passkey, not one that began with the password alone. `PublicKeyCredential.parseCreationOptionsFromJSON()` of browsers takes the answer.',
    bySession: true,
    refuses: ['sign_in_too_old'],
  },
  'passkeys/create': {
    says: 'Enrols the passkey on a laptop.',
    notes:
      '`credential` is what `toJSON()` of the browser’s credential returns. From then on the password alone signs in no more. An author has at most 20 passkeys.',
    body: {
      name: 'Laptop',
      credential: { id: BYTES, response: { clientDataJSON: BYTES, attestationObject: BYTES } },
    },
    bySession: true,
    credential: 'enrolment',
    refuses: ['sign_in_too_old', 'conflict'],
  },
  'passkeys/list': { says: 'Lists your passkeys, oldest first.', bySession: true, counted: true },
  'passkeys/delete': {
    says: 'Removes the passkey on a lost phone.',
    notes: 'With the last passkey go the recovery codes; the password alone then signs in again.',
    path: { id: MADE.passkey },
    bySession: true,
    refuses: ['sign_in_too_old'],
  },
  'recovery_codes/create': {
    says: 'Gets ten codes, each for one sign-in together with the password. Earlier codes stop working.',
    notes: 'Only an author with a passkey has codes. Only their hashes are stored.',
    bySession: true,
    refuses: ['sign_in_too_old', 'conflict'],
  },
} satisfies Partial<Record<RouteName, Example>>;

export const invitations = {
  'invitations/create': {
    says: 'Invites a reader to choose a password.',
    notes:
      'The link leads to the page `/sign-in/`, with the secret in its fragment; a site without this page makes a link of its own with `token`. It works once, for three days, and only while the author has the same email and password. `notify` answers without a link and reports a `site_change` of the type `invite` to webhooks instead: their receivers ask for a link with an administrator’s key of their own, and send it.',
    path: { id: MADE.reader },
    body: {},
    refuses: ['sign_in_too_old', 'conflict'],
  },
  'invitations/accept': {
    says: 'The reader chooses a password.',
    notes:
      'All earlier sessions of the author end. With `null` as `password` the request only says whether the invitation still works, and changes nothing. The answer sets the cookie of a new one; for an author with a passkey, who signs in with it, `session` is null.',
    body: { token: MADE.invitation, email: 'kim@example.com', password: 'ten years for a bridge' },
    refuses: ['invitation_ended', 'forbidden'],
  },
} satisfies Partial<Record<RouteName, Example>>;

const followed = { author_id: MADE.reader, section_id: MADE.section };

export const follows = {
  'follows/follow': {
    says: 'A reader follows the section about the harbour. The answer lists all sections that the reader follows.',
    path: followed,
    counted: true,
  },
  'follows/unfollow': { says: 'The reader unfollows the section.', path: followed, counted: true },
  'follows/sections': {
    says: 'Lists the sections that the reader follows.',
    path: { author_id: MADE.reader },
    counted: true,
  },
  'follows/followers': {
    says: 'Lists the followers of the section about the harbour.',
    path: { section_id: MADE.section },
  },
} satisfies Partial<Record<RouteName, Example>>;

export const apiKeys = {
  'api_keys/create': {
    says: 'Creates a key for the author’s phone that can only write drafts.',
    notes:
      'The key acts for `author_id`, with the permissions of the author’s role or only `permissions`. `key` is shown only in this response: the service stores its hash.',
    body: {
      author_id: MADE.author,
      label: 'Phone',
      note: 'Ada’s own phone, for drafts on the way.',
      expires_ts: 1_924_988_400,
      permissions: ['read', 'write_draft'],
    },
    refuses: ['sign_in_too_old'],
  },
  'api_keys/list': {
    says: 'Lists all keys, newest first, without the secret values.',
    counted: true,
  },
  'api_keys/delete': {
    says: 'Revokes the key of a lost phone, which takes effect within ten seconds.',
    path: { id: MADE.apiKey },
  },
} satisfies Partial<Record<RouteName, Example>>;
