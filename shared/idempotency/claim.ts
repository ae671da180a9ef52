import { createHash } from 'node:crypto';
import { InvalidInput } from '../core/errors.ts';
import { bodyBytes } from '../http/body.ts';
import { ANONYMOUS } from '../http/caller.ts';
import type { HttpEvent } from '../http/event.ts';
import { partitionOf } from './record.ts';

const MAX_KEY_LENGTH = 255;

/**
 * Computes the claim of a request with an Idempotency-Key. Must run before the body is parsed, because the fingerprint is of its bytes.
 * Without an API key the header is ignored, because answers are scoped to a key.
 * @throws InvalidInput
 */
export function claimIdempotencyKey(event: HttpEvent): void {
  const key = event.headers['idempotency-key'];
  if (key === undefined || !event.caller || event.caller === ANONYMOUS) return;
  if (!/^[\x20-\x7e]+$/.test(key) || key.length > MAX_KEY_LENGTH)
    throw new InvalidInput(`Idempotency-Key: must be 1 to ${MAX_KEY_LENGTH} printable ASCII characters`);
  event.claim = {
    pk: partitionOf(event.caller.keyId, event.rawPath, key),
    fingerprint: fingerprintOf(event),
  };
}

function fingerprintOf(event: HttpEvent): string {
  const query = new URLSearchParams(event.rawQueryString);
  query.delete('api_key');
  const parameters = [query.toString(), event.headers['x-http-method-override'] ?? ''];
  return createHash('sha256').update(JSON.stringify(parameters)).update(bodyBytes(event)).digest('base64url');
}
