import { describe, expect, it } from 'vitest';
import { TooLarge } from '../../../../shared/platform/core/errors.ts';
import {
  readObjectKey,
  readContent,
  requireFitting,
  readContentVersion,
} from '../../../../shared/posts/record/content.ts';
import { contentKey } from '../../../../shared/posts/record/record.ts';

const NO_LISTICLE = {};

function fits(body: string, listicle = NO_LISTICLE): boolean {
  try {
    requireFitting({ body, listicle });
    return true;
  } catch (error) {
    const message =
      listicle === NO_LISTICLE ? 'body: must have at most 2 MiB' : 'listicle: must have at most 1 MB';
    expect(error).toEqual(new TooLarge(message));
    return false;
  }
}

describe('requireFitting()', () => {
  it('allows a body of at most 2 MiB in UTF-8', () => {
    expect([fits('é'.repeat(2 ** 20)), fits(`${'é'.repeat(2 ** 20)}x`)]).toEqual([true, false]);
  });

  it('allows a body of at most 4,200,000 bytes as JSON', () => {
    // A control character has six bytes as JSON, and the quotation marks have one each.
    const body = `${'\u0001'.repeat(600_000)}${'x'.repeat(599_998)}`;
    expect([fits(body), fits(`${body}x`)]).toEqual([true, false]);
  });

  it('allows a listicle of at most 1,000,000 bytes as JSON', () => {
    const listicle = { items: [{ body: 'x'.repeat(1_000_000 - '{"items":[{"body":""}]}'.length) }] };
    expect([fits('', listicle), fits('', { items: [{ ...listicle.items[0], credit: '' }] })]).toEqual([
      true,
      false,
    ]);
  });
});

describe('a stored content', () => {
  it('names its object and its version', () => {
    const item = { pk: 'POST#7', sk: 'content', content_version: 3 };
    expect([
      readObjectKey({ ...item, object: 'key' }),
      readObjectKey(item),
      readObjectKey(undefined),
    ]).toEqual(['key', null, null]);
    expect(readContentVersion(item)).toBe(3);
    expect(() => readContentVersion({ pk: 'POST#7', sk: 'content' })).toThrow();
  });

  it.each([
    ['a listicle that is a text', { body: 'x', listicle: 'x' }],
    ['a listicle that is null', { body: 'x', listicle: null }],
    ['no body', { listicle: {} }],
  ])('is refused with %s', async (_name, content) => {
    const item = { ...contentKey(7), content_version: 3 };
    await expect(readContent({ ...item, text: JSON.stringify(content) })).rejects.toThrow();
    const text = '{"body":"x","listicle":{}}';
    expect(await readContent({ ...item, text })).toEqual({
      content: { body: 'x', listicle: {} },
      length: text.length,
    });
  });
});
