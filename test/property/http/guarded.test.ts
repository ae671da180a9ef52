import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../shared/platform/core/errors.ts';
import { isPublicAddress } from '../../../shared/platform/http/guarded/address.ts';
import { guardedFetch } from '../../../shared/platform/http/guarded/client.ts';
import { connectionsDuring } from '../../support/aws/connections.ts';
import { rounds } from '../../support/run/rounds.ts';

const RUNS = { numRuns: rounds(200, 1000) };
const byte = fc.integer({ min: 0, max: 255 });

/** IPv4 addresses that are not public, by their first bytes. */
const inner = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127, 224, 239, 240, 255), byte, byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
  fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
);

/** The ways to write one IPv4 address in a URL. */
const SPELLINGS: readonly ((bytes: readonly number[]) => string)[] = [
  bytes => bytes.join('.'),
  bytes => bytes.map(part => `0x${part.toString(16)}`).join('.'),
  bytes => bytes.map(part => `0${part.toString(8)}`).join('.'),
  bytes => String(bytes.reduce((sum, part) => sum * 256 + part, 0)),
  bytes => `0x${bytes.reduce((sum, part) => sum * 256 + part, 0).toString(16)}`,
  ([a = 0, b = 0, c = 0, d = 0]) => `${a}.${b}.${c * 256 + d}`,
  bytes => `[::ffff:${bytes.join('.')}]`,
  bytes => `[64:ff9b::${bytes.join('.')}]`,
  bytes => `[::${bytes.join('.')}]`,
];

describe('guarded client', () => {
  it('refuses every spelling of a private IPv4 address without a connection', async () => {
    const cases = fc.asyncProperty(inner, fc.constantFrom(...SPELLINGS), async (bytes, spelt) => {
      const request = guardedFetch(`http://${spelt(bytes)}/`, { maxBytes: 1, timeoutMs: 600_000 });
      await expect(request).rejects.toMatchObject({ code: 'url_not_allowed' });
    });
    expect(await connectionsDuring(() => fc.assert(cases, RUNS))).toBe(0);
  });

  it('refuses every IPv6 address outside the global unicast range', () => {
    const outside = fc.ipV6().filter(address => !/^[23][\da-f]{3}:/i.test(address));
    fc.assert(
      fc.property(outside, address => {
        expect(isPublicAddress(address)).toBe(false);
      }),
      RUNS,
    );
  });

  it('throws an ApiError for any text when no name resolves', async () => {
    const resolve = () => Promise.reject(new Error('no such name'));
    const texts = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.string().map(rest => `https://${rest}`),
    );
    await fc.assert(
      fc.asyncProperty(texts, async url => {
        const error: unknown = await guardedFetch(
          url,
          { maxBytes: 1, timeoutMs: 600_000 },
          { resolve },
        ).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(ApiError);
      }),
      RUNS,
    );
  });
});
