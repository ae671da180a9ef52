import { describe, expect, it } from 'vitest';
import { InvalidInput } from '../../../../shared/platform/core/errors.ts';
import { ANONYMOUS, type Caller } from '../../../../shared/platform/http/caller.ts';
import type { Claim } from '../../../../shared/platform/http/event.ts';
import { claimIdempotencyKey } from '../../../../shared/platform/idempotency/record.ts';
import { httpEvent } from '../../../support/web/event.ts';

const KNOWN: Caller = { ...ANONYMOUS, keyId: 1 };
type Request = NonNullable<Parameters<typeof httpEvent>[0]>;

/** The claim of a POST under the key "k". */
function makeClaim(request: Request = {}, caller: Caller = KNOWN): Claim | undefined {
  const headers = { 'idempotency-key': 'k', ...request.headers };
  const event = { ...httpEvent({ method: 'POST', ...request, headers }), caller };
  claimIdempotencyKey(event);
  return event.claim;
}

function fingerprint(request: Request): string | undefined {
  return makeClaim(request)?.fingerprint;
}

describe('claimIdempotencyKey()', () => {
  it('scopes the claim to the API key and the path', () => {
    const pk = makeClaim()?.pk;
    expect(pk).toMatch(/^IDEMPOTENCY#1#[\w-]{43}$/);
    expect(makeClaim({ body: 'other' })?.pk).toBe(pk);
    expect(makeClaim({ path: '/api/1.3/drafts' })?.pk).not.toBe(pk);
    expect(makeClaim({ headers: { 'idempotency-key': 'l' } })?.pk).not.toBe(pk);
    expect(makeClaim({}, { ...KNOWN, keyId: 2 })?.pk).not.toBe(pk);
  });

  it('claims nothing without a header or an API key', () => {
    const event = { ...httpEvent({ method: 'POST' }), caller: KNOWN };
    claimIdempotencyKey(event);
    expect(event).not.toHaveProperty('claim');
    expect(makeClaim({}, ANONYMOUS)).toBeUndefined();
  });

  it('accepts 1 to 255 printable ASCII characters and refuses others', () => {
    for (const key of [' ', '~', 'x'.repeat(255)])
      expect(makeClaim({ headers: { 'idempotency-key': key } })).toBeDefined();
    for (const key of ['', 'x'.repeat(256), 'éa', 'aé', 'a\u007f'])
      expect(() => makeClaim({ headers: { 'idempotency-key': key } })).toThrow(InvalidInput);
  });

  it('distinguishes requests by query, method override and body', () => {
    const requests = [
      {},
      { query: 'bulk=1' },
      { headers: { 'x-http-method-override': 'PUT' } },
      { headers: { 'x-http-method-override': 'DELETE' } },
      { body: '{}' },
    ];
    expect(new Set(requests.map(fingerprint)).size).toBe(requests.length);
  });

  it('does not distinguish requests by the API key in the query', () => {
    expect(fingerprint({ query: 'bulk=1&api_key=x' })).toBe(fingerprint({ query: 'bulk=1' }));
  });
});
