import { expect, it } from 'vitest';
import { signatureOf } from '../../../shared/webhooks/signature.ts';

it('is the time, and the HMAC-SHA256 of time and body, as anybody computes it', () => {
  // printf '1700000000.{"a":"é"}' | openssl dgst -sha256 -hmac secret
  expect(signatureOf('secret', 1_700_000_000, '{"a":"é"}')).toBe(
    't=1700000000,v1=4e459d52df8a9a07f8f86c6bcb2219a2c857c20cf3ad60936d25fb51063d44a3',
  );
});
