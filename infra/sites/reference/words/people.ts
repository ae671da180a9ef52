import type { Words } from './words.ts';

const author: Words = {
  first_name: 'The first name, as bylines show it.',
  last_name: 'The last name, as bylines show it.',
  name: 'The slug, which is unique; by default derived from the first and last name.',
  about_html: 'The biography of the author, as HTML.',
  image_id: 'The id of the image that is the author’s photo.',
  role: 'One of the site’s roles, which decides the permissions.',
  status: 'The state of the account: only active authors can sign in or use keys.',
  specific_data: 'Free-form, or as the site’s schema requires.',
};

const sent: Words = {
  ...author,
  email: 'The address for signing in, which is never returned.',
  password: 'The password for signing in, which is never returned.',
};

const key: Words = {
  permissions: 'The permissions of the key.',
  admin:
    'Whether the key has administrator rights: its author’s role has them, and the key is not limited to `permissions`.',
  note: 'What the key is for, and where it is kept.',
  expires_ts:
    'From when on the key is refused, Unix seconds; null: until it is revoked. Expired keys are deleted within days.',
  last_used_date: 'The UTC day of the last use, as YYYY-MM-DD; null before the first.',
  last_used_ts:
    'The last use that was recorded, Unix seconds: a later one is recorded after a quarter of an hour; null before the first.',
  last_used_address: 'The IP address of that use; null before the first.',
  is_unused: 'Whether the key was neither created nor used for 90 days, so that it should be revoked.',
};

/** Descriptions for the named schemas, by their names. */
export const PEOPLE: Readonly<Record<string, Words>> = {
  Author: {
    ...author,
    displayname: 'First and last name, otherwise `name`.',
    bio: 'The text of `about_html`, without tags.',
    photo: 'The URL of the photo, or of the site’s default photo.',
    photo_small: 'The URL of the photo, 300 pixels wide; of the photo itself when it is smaller.',
    profile_url: 'The profile’s public URL.',
    fb_id: 'The social account used at sign-up. Not returned without a key.',
    role: 'One of the site’s roles. Not returned without a key.',
    status: 'The state of the account. Not returned without a key.',
    specific_data: 'Free-form, or as the site’s schema requires. Not returned without a key.',
  },
  AuthorCreate: { ...sent, fb_id: 'For importers: the social account used at sign-up.' },
  AuthorEdit: sent,
  ApiKey: key,
  NewApiKey: {
    ...key,
    key: 'The secret, shown only once; null when a repeated request gets its stored answer.',
  },
  NewInvitation: {
    author_id: 'The id of the invited author.',
    token:
      'The secret of the invitation. Shown only once; null with `notify`, and when a repeated request gets its stored answer.',
    link: 'The address of the page where the author chooses a password, with the token in its fragment; null like the token.',
    expires_ts: 'When the invitation ends, three days after it was made; null with `notify`.',
  },
  Session: {
    author_id: 'The id of the author who is signed in.',
    device: 'The browser and system, as far as they are known.',
    method: 'How the author signed in at the beginning.',
    address: 'The IP address from which the session began.',
    expires_ts: 'When it ends unless it is used again.',
    is_current: 'Whether it is the session of this request.',
  },
  Passkey: {
    name: 'Your own name for the device, such as “Phone”.',
    host: 'The host on which the passkey works.',
  },
};

const webauthn: Words = {
  rp: 'The site for which the passkey is made.',
  'rp.id': 'The host for which the passkey is made.',
  'rp.name': 'The name of the site, shown by the device.',
  rpId: 'The host whose passkeys are asked for.',
  timeout: 'How long the device waits, in milliseconds.',
  userVerification: 'Whether the device checks who uses it.',
  user: 'The person for whom the passkey is made.',
  'user.id': 'The person’s id on the device, in base64url.',
  'user.name': 'The person’s name for signing in.',
  'user.displayName': 'The name that the device shows.',
  pubKeyCredParams: 'The kinds of keys that are accepted.',
  'pubKeyCredParams.type': 'Always `public-key`, as WebAuthn requires.',
  'pubKeyCredParams.alg': 'The algorithm by its COSE number.',
  excludeCredentials: 'The passkeys that the person has already.',
  'excludeCredentials.type': 'Always `public-key`, as WebAuthn requires.',
  'excludeCredentials.id': 'The passkey’s id, in base64url.',
  transports: 'How browsers reach the device, such as `usb`.',
  authenticatorSelection: 'What the device must be able to do.',
  residentKey: 'Whether the device must keep the passkey itself.',
  requireResidentKey: 'The same as `residentKey`, for older browsers.',
  attestation: 'Always `none`: the make of the device isn’t asked for.',
  'credential.id': 'The id of the passkey, as the browser gave it.',
  response: 'What the device signed, each part in base64url.',
  clientDataJSON: 'The browser’s statement of challenge and page.',
  attestationObject: 'The new public key, as the device made it.',
  authenticatorData: 'The device’s statement about host and counter.',
  signature: 'The signature over both statements.',
  userHandle: 'The person’s id on the device.',
};

/** Descriptions for the schemas without a name, by the tags of their operations. */
export const PEOPLE_CALLS: Readonly<Record<string, Words>> = {
  authors: { data: 'The authors that were found.' },
  api_keys: {
    author_id: 'The id of the author whose key it is.',
    note: 'What the key is for, and where it is kept.',
    expires_ts: 'From when on the key is refused, within ten years; null: not before it is revoked.',
    permissions: 'Limits the key to some of its author’s permissions; by default it has all.',
  },
  sessions: {
    ...webauthn,
    email: 'The email address of the author.',
    password: 'The password of the author.',
    recovery_code: 'An unused recovery code, for authors who lost their passkeys.',
    url: 'The address of the identity provider’s page, for the browser to go to.',
    code: 'The code that the provider has sent back with the browser.',
    state: 'The state that the provider has sent back with the browser.',
    iss: 'The issuer that the provider has sent back with the browser, where it names one.',
  },
  passkeys: { ...webauthn, name: 'Your own name for the device, such as “Phone”.' },
  recovery_codes: { codes: 'Ten new codes, shown only once; earlier ones no longer work.' },
  invitations: {
    notify: 'Whether the author is invited by a `site_change` event, instead of by the link in the answer.',
    token: 'The secret of the invitation, from its link.',
    email: 'The email address of the invited author.',
    password: 'The password that the author chose; null only looks whether the invitation still works.',
    session:
      'The session that has begun; null if the author has a passkey, with which to sign in, or without a password.',
  },
  audit: {
    actor: 'How the request proved who it is from: key, session, none of them, or a process of the service.',
    author_id: 'The id of the author who did it; null for others.',
    process: 'The name of the process, such as the one that publishes planned posts; null for requests.',
    address: 'The IP address of the request; null for processes.',
    action: 'What was done, such as `post.publish`.',
    resource: 'The kind of record, the part of `action` before the dot.',
    resource_id: 'The id of the record; null where it has none.',
    fields: 'The names of the fields that changed, never their values.',
    request_id: 'The `x-request-id` of the request; null for processes.',
  },
};
