import { describe, expect, it } from 'vitest';
import { DerivedCache } from '../../../../shared/platform/core/derived-cache.ts';

interface Result {
  of: string;
  parts?: { name: string }[];
}

function makeCache(maxBytes: number) {
  const cache = new DerivedCache<string, Result>({ isSame: (one, other) => one === other, maxBytes });
  return {
    get: (key: string, source = key) => cache.get(key, source)?.of,
    set: (key: string, bytes: number, source = key) => cache.set(key, source, { of: source }, bytes),
    cache,
  };
}

describe('DerivedCache', () => {
  it('returns a result for the value that it was computed from only', () => {
    const { get, set } = makeCache(10);
    expect(get('a')).toBeUndefined();
    set('a', 1, 'first');
    expect(get('a', 'first')).toBe('first');
    expect(get('a', 'second')).toBeUndefined();
    set('a', 1, 'second');
    expect(get('a', 'first')).toBeUndefined();
    expect(get('a', 'second')).toBe('second');
  });

  it('evicts the least recently used results when the bytes of all exceed the limit', () => {
    const { get, set } = makeCache(10);
    for (const key of ['a', 'b', 'c']) set(key, 3);
    get('a');
    set('d', 4);
    expect(['a', 'b', 'c', 'd'].map(key => get(key))).toEqual(['a', undefined, 'c', 'd']);
    set('e', 10);
    expect(['a', 'c', 'd', 'e'].map(key => get(key))).toEqual([undefined, undefined, undefined, 'e']);
  });

  it('counts the bytes of a replaced result no longer', () => {
    const { get, set } = makeCache(10);
    set('a', 5);
    for (let time = 0; time < 20; time++) set('b', 5, String(time));
    expect(get('a')).toBe('a');
    expect(get('b', '19')).toBe('19');
  });

  it('does not keep a result over the limit, nor the one that it replaces', () => {
    const { get, set } = makeCache(10);
    set('a', 5);
    set('b', 5, 'small');
    set('b', 11, 'large');
    expect([get('a'), get('b', 'small'), get('b', 'large')]).toEqual(['a', undefined, undefined]);
  });

  it('freezes results with all their parts, because requests share them', () => {
    const { cache } = makeCache(10);
    const result = { of: 'a', parts: [{ name: 'p' }] };
    cache.set('a', 'a', result, 1);
    expect([result, result.parts, result.parts[0]].every(part => Object.isFrozen(part))).toBe(true);
  });
});
