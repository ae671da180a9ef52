import { createHash } from 'node:crypto';
import { InvalidInput } from '../core/errors.ts';
import { bodyBytes } from '../http/body.ts';
import { ANONYMOUS } from '../http/caller.ts';
import type { HttpEvent } from '../http/event.ts';
import { partitionOf } from './record.ts';

const MAX_KEY_LENGTH = 255;

/**
 * Notes what a request under an Idempotency-Key is known by; to be done before its body is parsed: bytes are compared. Without an API
 * key there is nobody to remember it for.
 * @throws InvalidInput
 */
export function claim(event: HttpEvent): void {
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
  const asked = [query.toString(), event.headers['x-http-method-override'] ?? ''];
  return createHash('sha256').update(JSON.stringify(asked)).update(bodyBytes(event)).digest('base64url');
}
