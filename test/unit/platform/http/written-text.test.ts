import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WrittenText } from '../../../../shared/platform/http/encoding/written-text.ts';

/** Longer than what is encoded at once. */
const LONG = 'A long text. '.repeat(6000);

describe('WrittenText', () => {
  it('joins its parts', () => {
    const written = new WrittenText('[', '"é"', ',', '"–"', ']');
    expect(written.text).toBe('["é","–"]');
    expect(written.length).toBe(9);
    expect(written.bytes.toString()).toBe('["é","–"]');
  });

  it.each([['one part'], ['parts', 'é–😀', `–${LONG}`, `\ud800${LONG}`]])(
    'has the bytes of a long text of %s',
    (...parts) => {
      const written = new WrittenText(LONG, ...parts);
      expect(written.bytes.equals(Buffer.from(LONG + parts.join('')))).toBe(true);
    },
  );

  it('encodes its text once', () => {
    const written = new WrittenText('text');
    expect(written.bytes).toBe(written.bytes);
  });

  it('counts the bytes that any text takes as a JSON string', () => {
    const character = fc.oneof(
      fc.constantFrom('"', '\\', '\n', '\u0000', '\u001F', ' ', '!', '#', '[', ']', '¢', '\u2028'),
      fc.string({ unit: 'grapheme', maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 40 }), characters => {
        const text = characters.join('');
        expect(new WrittenText(text).escapedLength).toBe(Buffer.byteLength(JSON.stringify(text)) - 2);
      }),
    );
  });

  it.each([0, 1, 2, 3])('counts each escaped byte at position %i of four', position => {
    for (let byte = 0; byte < 0x80; byte++) {
      const text = `${LONG.slice(0, 64 + position)}${String.fromCharCode(byte)}${LONG}`;
      expect(new WrittenText(text).escapedLength).toBe(Buffer.byteLength(JSON.stringify(text)) - 2);
    }
  });
});
