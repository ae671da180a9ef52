import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiKeyMissing } from '../../../shared/core/errors.ts';
import { configureSite, parseSite } from '../../../shared/core/site.ts';
import { apiKeyOf, requireApiKey } from '../../../shared/http/credentials.ts';
import { httpEvent } from '../../support/event.ts';

const headers = { 'x-svcauth': 'second', 'x-vendor-key': 'third', authorization: 'Bearer fourth' };
function keyOf(query: string, sent: Record<string, string>) {
  return apiKeyOf(httpEvent({ query, headers: sent }));
}

describe('where the API key is looked for', () => {
  beforeEach(() => configureSite(parseSite({ apiKeyHeader: 'X-Vendor-Key' })));
  afterEach(() => configureSite(parseSite({})));

  it('is the query, then x-svcauth, then the site’s header, then Authorization', () => {
    expect(keyOf('api_key=first', headers)).toBe('first');
    expect(keyOf('', headers)).toBe('second');
    expect(keyOf('', { ...headers, 'x-svcauth': '' })).toBe('third');
    expect(keyOf('', { authorization: headers.authorization })).toBe('fourth');
  });

  it('is not the other header on a site that names none', () => {
    configureSite(parseSite({}));
    expect(keyOf('', { 'x-vendor-key': 'third' })).toBeUndefined();
  });

  it.each([
    ['Bearer key', 'key'],
    ['bearer   key ', 'key'],
    ['key', 'key'],
    ['bearerkey', 'bearerkey'],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Basic dXNlcjpwYXNz', undefined],
    ['basic dXNlcjpwYXNz', undefined],
    ['', undefined],
  ])('reads the authorization %j as %j', (authorization, key) => {
    expect(keyOf('', { authorization })).toBe(key);
  });

  it('passes over empty ones', () => {
    expect(keyOf('api_key=', { 'x-svcauth': 'key' })).toBe('key');
  });

  it('ends in an error when there is none', () => {
    expect(() => requireApiKey(httpEvent({ headers: { authorization: 'Basic abc' } }))).toThrow(
      ApiKeyMissing,
    );
  });
});
