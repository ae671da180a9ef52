import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configureSite, parseSite } from '../../../../shared/platform/site/site.ts';
import { readApiKey, refuseKeyInAddress, keyHeaders } from '../../../../shared/platform/http/credentials.ts';
import { httpEvent } from '../../../support/web/event.ts';

const headers = { 'x-svcauth': 'second', 'x-vendor-key': 'third', authorization: 'Bearer fourth' };
function readKey(query: string, sent: Record<string, string>) {
  return readApiKey(httpEvent({ query, headers: sent }));
}

describe('readApiKey() and keyHeaders()', () => {
  beforeEach(() => configureSite(parseSite({ apiKeyHeader: 'X-Vendor-Key' })));
  afterEach(() => configureSite(parseSite({})));

  it('read the query first, then x-svcauth, the site’s header and Authorization', () => {
    expect(readKey('api_key=first', headers)).toBe('first');
    expect(readKey('', headers)).toBe('second');
    expect(readKey('', { ...headers, 'x-svcauth': '' })).toBe('third');
    expect(readKey('', { authorization: headers.authorization })).toBe('fourth');
  });

  it('ignore the other header on a site that does not name it', () => {
    configureSite(parseSite({}));
    expect(readKey('', { 'x-vendor-key': 'third' })).toBeUndefined();
    expect(keyHeaders()).toEqual(['x-svcauth', 'authorization']);
  });

  it.each([
    ['Bearer key', 'key'],
    ['bearer   key ', 'key'],
    ['key', 'key'],
    ['bearerkey', 'bearerkey'],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Bearer\tkey', 'key'],
    ['my bearer key', 'my bearer key'],
    ['a basic key', 'a basic key'],
    ['basickey', 'basickey'],
    ['Basic dXNlcjpwYXNz', undefined],
    ['basic dXNlcjpwYXNz', undefined],
    ['', undefined],
  ])('read the Authorization header %j as %j', (authorization, key) => {
    expect(readKey('', { authorization })).toBe(key);
  });

  it('refuse a key in the address, valid or not, where the site forbids it', () => {
    const inAddress = httpEvent({ query: 'limit=1&api_key=first', headers });
    expect(() => refuseKeyInAddress(inAddress)).not.toThrow();
    configureSite(parseSite({ signIn: { keysInAddresses: false } }));

    expect(() => refuseKeyInAddress(inAddress)).toThrow(
      'This site accepts API keys in headers only, not in addresses',
    );
    expect(() => refuseKeyInAddress(httpEvent({ query: 'limit=1', headers }))).not.toThrow();
  });

  it('skip empty values', () => {
    expect(readKey('api_key=', { 'x-svcauth': 'key' })).toBe('key');
  });

  it('trim no other header than Authorization', () => {
    expect(readKey('', { 'x-svcauth': 'Bearer key ' })).toBe('Bearer key ');
  });
});
