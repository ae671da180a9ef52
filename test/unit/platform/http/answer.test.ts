import { describe, expect, it } from 'vitest';
import { Conflict } from '../../../../shared/platform/core/errors.ts';
import { encodedTag, entityTag, errorBody, noneMatch } from '../../../../shared/platform/http/answer.ts';
import type { Encoding } from '../../../../shared/platform/http/encoding/encoding.ts';

it('errorBody() has the code and the messages', () => {
  expect(errorBody(new Conflict(['a', 'b']))).toEqual({
    status: { code: 'conflict', messages: ['a', 'b'] },
    data: null,
  });
});

describe('entityTag() and noneMatch()', () => {
  it('entityTag() contains the version and changes with the answer', () => {
    expect(entityTag('{"a":1}', 7)).toMatch(/^"7-[\w-]{16}"$/);
    expect(entityTag('{"a":1}')).toMatch(/^"h[\w-]{16}"$/);
    expect(entityTag('{"a":1}', 7)).not.toBe(entityTag('{"a":2}', 7));
  });

  it('encodedTag() gives each coding a strong tag of the same form', () => {
    for (const tag of [entityTag('{}'), entityTag('{}', 7)]) {
      const tags = [undefined, 'gzip', 'br'].map(encoding => encodedTag(tag, encoding as Encoding));
      expect(new Set(tags).size).toBe(3);
      for (const one of tags) expect(one).toMatch(/^"(h|7-)[\w-]{16}"$/);
    }
  });

  it('noneMatch() accepts the tag of the content in any coding', () => {
    const tag = entityTag('{}', 7);
    expect(noneMatch(encodedTag(tag, 'gzip'), tag)).toBe(true);
    expect(noneMatch(`W/${encodedTag(tag, 'br')}`, tag)).toBe(true);
    expect(noneMatch(encodedTag(entityTag('{}', 8), 'br'), tag)).toBe(false);
  });

  it.each([
    ['"a"', true],
    ['W/"a"', true],
    [' W/"b" , W/"a" ', true],
    ['xW/"a"', false],
    ['"*"', false],
    ['"x", "a"', true],
    [' * ', true],
    ['"b"', false],
    ['', false],
    [undefined, false],
  ])('noneMatch() compares If-None-Match %j with "a": %j', (header, matches) => {
    expect(noneMatch(header, '"a"')).toBe(matches);
  });
});
