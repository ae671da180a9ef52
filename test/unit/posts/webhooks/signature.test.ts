import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { computeSignature } from '../../../../shared/posts/webhooks/attempt.ts';

it('computeSignature() returns the time and the HMAC-SHA256 of time and body', () => {
  // printf '1700000000.{"a":"é"}' | openssl dgst -sha256 -hmac secret
  expect(computeSignature('secret', 1_700_000_000, '{"a":"é"}')).toBe(
    't=1700000000,v1=4e459d52df8a9a07f8f86c6bcb2219a2c857c20cf3ad60936d25fb51063d44a3',
  );
});

it('the example in the README accepts only a recent signature of the same secret and body', async () => {
  const [, code = ''] =
    /<!-- verifying -->\s+```js\n([^]*?)```/.exec(readFileSync('functions/README.md', 'utf8')) ?? [];
  const { isOurs } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const now = Math.floor(Date.now() / 1000);

  expect(isOurs('{"a":"é"}', computeSignature('secret', now, '{"a":"é"}'), 'secret')).toBe(true);
  expect(isOurs('{"a":"é"}', computeSignature('other', now, '{"a":"é"}'), 'secret')).toBe(false);
  expect(isOurs('{"a":"é"}', computeSignature('secret', now - 301, '{"a":"é"}'), 'secret')).toBe(false);
  expect(isOurs('{"a":"e"}', computeSignature('secret', now, '{"a":"é"}'), 'secret')).toBe(false);
  expect(isOurs('{"a":"é"}', '', 'secret')).toBe(false);
});
