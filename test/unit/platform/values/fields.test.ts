import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import { webAddress } from '../../../../shared/platform/values/addresses.ts';
import { line, text } from '../../../../shared/platform/values/bounds.ts';
import * as fields from '../../../../shared/platform/values/fields.ts';

function takes(schema: v.GenericSchema, value: unknown): boolean {
  return v.safeParse(schema, value).success;
}

const DAY_S = 86_400;

describe('schemas of fields', () => {
  it.each([
    ['0', 0],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    [7, 7],
    [0, 0],
  ])('id accepts %j', (sent, id) => {
    expect(v.parse(fields.id, sent)).toBe(id);
  });

  it.each([-1, 1.5, 2 ** 53, '9007199254740992', '1.0', '-1', '', ' 1', '0x1', null, true, {}, [1]])(
    'id refuses %j',
    sent => {
      expect(takes(fields.id, sent)).toBe(false);
    },
  );

  it('text() and line() count characters and clean what they accept', () => {
    expect(takes(text(3), 'abc')).toBe(true);
    expect(takes(text(3), 'abcd')).toBe(false);
    expect(v.parse(text(30), '\u0000 שלום\r\n 🙂 \u202e\ud800')).toBe(' שלום\r\n 🙂 \u202e');
    expect(v.parse(line(30), '\u0000 שלום\r\n 🙂 \u202e\ud800')).toBe(' שלום 🙂 \u202e');
    expect(takes(line(3), 'ab\u0000c')).toBe(false);
    expect(takes(fields.requiredLine(30), ' \n ')).toBe(false);
    for (const invisible of ['\u200b', ' \u2060\ufeff', '\u3164', '\u00ad\u202e'])
      expect(takes(fields.requiredLine(30), invisible)).toBe(false);
    expect(v.parse(fields.requiredLine(30), '\u200ba')).toBe('\u200ba');
  });

  it('timestamp accepts times within 100 years', () => {
    expect(takes(fields.timestamp, nowTs())).toBe(true);
    expect(takes(fields.timestamp, -1)).toBe(true);
    expect(takes(fields.timestamp, nowTs() + 36_520 * DAY_S)).toBe(true);
    expect(takes(fields.timestamp, nowTs() + 36_530 * DAY_S)).toBe(false);
    expect(takes(fields.timestamp, nowTs() * 1000)).toBe(false);
    expect(takes(fields.timestamp, 1.5)).toBe(false);
  });

  it.each([
    ['https://example.com/a?b#c', true],
    ['http://localhost:3000', true],
    ['ftp://example.com', false],
    ['javascript:alert(1)', false],
    ['//example.com', false],
    ['example.com', false],
    ['https://', false],
  ])('webAddress() accepts %j: %j', (address, yes) => {
    expect(takes(webAddress(), address)).toBe(yes);
  });

  it('freeForm keeps objects with hostile names and cleans their texts, up to a size', () => {
    const sent: unknown = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "x": [null, "\\u0000"]}');
    expect(JSON.stringify(v.parse(fields.freeForm, sent))).toBe(
      '{"__proto__":{"a":1},"constructor":2,"x":[null,""]}',
    );
    expect(takes(fields.freeForm, { a: 'x'.repeat(64 * 1024) })).toBe(false);
    expect(takes(fields.freeForm, [])).toBe(false);
    expect(takes(fields.freeForm, null)).toBe(false);
  });

  it('imageSize accepts <width>x<height>', () => {
    expect(takes(fields.imageSize, '1200x800')).toBe(true);
    expect(takes(fields.imageSize, '')).toBe(true);
    expect(takes(fields.imageSize, '1200')).toBe(false);
  });

  it('imageCrops accepts at most 50 crops', () => {
    const crop = { top: 0, left: 0, height: 1, width: 1, imgWidth: 1, imgHeight: 1 };
    const crops = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index + 1}x1`, crop]));
    expect(takes(fields.imageCrops, crops(50))).toBe(true);
    expect(takes(fields.imageCrops, crops(51))).toBe(false);
    expect(takes(fields.imageCrops, { '1x1': { ...crop, top: -1 } })).toBe(false);
  });
});

describe('applyInput() and clearable()', () => {
  const defaults = { title: '', order: 0 as number | null };
  const current = { title: 'Old', order: 3 as number | null, kept: true };

  it('keep fields that are not sent, reset null to the default, and ignore unknown fields', () => {
    expect(fields.applyInput(defaults, { title: 'New' }, defaults)).toEqual({ title: 'New', order: 0 });
    expect(fields.applyInput(current, { title: null }, { ...defaults, kept: false })).toEqual({
      title: '',
      order: 3,
      kept: true,
    });
  });

  it('accept fields that are absent or null', () => {
    const Input = fields.clearable({ title: text(5) });
    expect(v.parse(Input, {})).toEqual({});
    expect(v.parse(Input, { title: null })).toEqual({ title: null });
    expect(takes(Input, { title: 7 })).toBe(false);
  });
});
