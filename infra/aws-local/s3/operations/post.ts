import { validateKey } from '../address.ts';
import { checkScope } from '../authentication.ts';
import { VerifiedBody, type SizeRange } from '../body.ts';
import { S3Error } from '../errors.ts';
import { readForm, type Form } from '../form.ts';
import { asHeaderValue, storedHeaders } from '../metadata.ts';
import type { ObjectDescription } from '../objectfile.ts';
import { checkPolicy, parsePolicy } from '../policy.ts';
import { readBytes, type S3Context, type S3Request, type S3Response } from '../request.ts';
import { parseScope, sameSignature, sign, uriEncode } from '../signature.ts';
import { storeUpload } from '../upload.ts';
import { xmlPlain } from '../xml.ts';

function field(fields: Map<string, string>, name: string): string {
  const value = fields.get(name);
  if (value === undefined) {
    throw new S3Error(
      'InvalidArgument',
      `Bucket POST must contain a field named '${name}'.  If it is specified, please check the order of the fields.`,
      { ArgumentName: name },
    );
  }
  return value;
}

/** Checks the form against its policy, and the policy's signature. @returns the allowed size */
function authorize(
  { credentials, now }: S3Context,
  fields: Map<string, string>,
  bucket: string,
): SizeRange | undefined {
  if (!fields.has('policy')) throw new S3Error('AccessDenied', 'Access Denied');
  const policy = field(fields, 'policy');
  if (field(fields, 'x-amz-algorithm') !== 'AWS4-HMAC-SHA256') {
    throw new S3Error('InvalidArgument', 'x-amz-algorithm must be AWS4-HMAC-SHA256.');
  }
  const credential = parseScope(field(fields, 'x-amz-credential'));
  const scope = checkScope(credential, field(fields, 'x-amz-date'), credentials);
  const signature = field(fields, 'x-amz-signature');
  if (!sameSignature(signature, sign(policy, scope, credentials.secretAccessKey))) {
    throw new S3Error(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  }
  const parsed = parsePolicy(policy);
  checkPolicy(parsed, new Map([...fields, ['bucket', bucket]]), now());
  return parsed.sizeRange;
}

/** Replaces `${filename}` in every field with the name of the file. */
function fill(fields: Map<string, string>, filename: string) {
  return new Map([...fields].map(([name, value]) => [name, value.replaceAll('${filename}', filename)]));
}

function answer(fields: Map<string, string>, request: S3Request, object: ObjectDescription): S3Response {
  const { bucket, headers } = request;
  const etag = `"${object.etag}"`;
  const path = `${bucket}/${object.key}`.split('/').map(uriEncode).join('/');
  const location = `http://${headers.host ?? ''}/${path}`;
  const target = fields.get('success_action_redirect') ?? '';
  if (URL.canParse(target)) {
    const redirect = new URL(target);
    for (const [name, value] of Object.entries({ bucket, key: object.key, etag })) {
      redirect.searchParams.set(name, value);
    }
    return { status: 303, headers: { location: redirect.href, etag } };
  }
  const wanted = fields.get('success_action_status');
  if (wanted !== '201') return { status: wanted === '200' ? 200 : 204, headers: { location, etag } };
  const body = xmlPlain('PostResponse', { Location: location, Bucket: bucket, Key: object.key, ETag: etag });
  return { status: 201, headers: { location, etag }, body };
}

async function storeForm(context: S3Context, request: S3Request, form: Form): Promise<S3Response> {
  const { bucket } = request;
  const fields = fill(form.fields, form.filename);
  // The policy is signed as sent, so it is compared as text.
  const policy = form.fields.get('policy');
  if (policy !== undefined) fields.set('policy', policy);
  const sizeRange = authorize(context, fields, bucket);
  const key = validateKey(field(fields, 'key'));
  if (key === '') throw new S3Error('InvalidArgument', 'User key must have a length greater than 0.');
  const headers = Object.fromEntries([...fields].map(([name, value]) => [name, asHeaderValue(value)]));
  const { object, eventId } = await storeUpload(context, {
    bucket,
    key,
    headers: storedHeaders(headers),
    body: new VerifiedBody({
      source: readBytes(form.file),
      headers,
      payloadHash: 'UNSIGNED-PAYLOAD',
      sizeRange,
    }),
    eventName: 'ObjectCreated:Post',
  });
  return { ...answer(fields, request, object), eventId };
}

/** Accepts a browser's upload by a presigned form. */
export async function postObject(context: S3Context, request: S3Request): Promise<S3Response> {
  context.store.requireBucket(request.bucket);
  const form = await readForm(request.body, request.headers['content-type']);
  try {
    return await storeForm(context, request, form);
  } finally {
    // Drains the rest of a refused upload; otherwise the client would not read the response.
    form.file.resume();
  }
}
