import * as v from 'valibot';
import { boundedList, boundedString } from '../../platform/values/bounds.ts';
import { requiredLine } from '../../platform/values/fields.ts';

/** Browsers know fewer transports than this; the rest is room for new ones. */
const MAX_TRANSPORTS = 10;

function bytes(most: number) {
  return v.pipe(boundedString(most), v.regex(/^[\w-]+$/, 'must be base64url'));
}

const credentialId = bytes(1400);
const transport = v.pipe(boundedString(20), v.regex(/^[a-z-]+$/, 'must be a transport of WebAuthn'));

/** The needed fields of what `PublicKeyCredential.toJSON()` returns in browsers. */
export const CreatedCredential = v.object({
  id: credentialId,
  response: v.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(8000),
    transports: v.nullish(boundedList(transport, MAX_TRANSPORTS), []),
  }),
});
export type CreatedCredential = v.InferOutput<typeof CreatedCredential>;

/** The author's id in base64url, as the enrolment gave it to the authenticator. */
const userHandle = v.pipe(
  bytes(22),
  v.transform(text => Buffer.from(text, 'base64url').toString('latin1')),
  v.regex(/^\d{1,16}$/, 'must be that of an author'),
  v.transform(Number),
);

export const SignedCredential = v.object({
  id: credentialId,
  response: v.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle,
  }),
});
export type SignedCredential = v.InferOutput<typeof SignedCredential>;

export const PasskeyInput = v.object({ name: requiredLine(100), credential: CreatedCredential });
export type PasskeyInput = v.InferOutput<typeof PasskeyInput>;

export function toUserHandle(authorId: number): string {
  return Buffer.from(String(authorId)).toString('base64url');
}
