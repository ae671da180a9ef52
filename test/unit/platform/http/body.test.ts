import { describe, expect, it } from 'vitest';
import { InvalidInput, MalformedJson, TooLarge } from '../../../../shared/platform/core/errors.ts';
import { bodyBytes, jsonBody, prepareBody } from '../../../../shared/platform/http/body.ts';
import { httpEvent } from '../../../support/web/event.ts';

function prepared(body: unknown, base64 = false): unknown {
  const event = httpEvent({ method: 'POST', body, base64, headers: { 'content-type': 'text/plain' } });
  prepareBody(event);
  expect(event).toMatchObject({ isBase64Encoded: false, headers: { 'content-type': 'application/json' } });
  return event.body;
}

function base64(bytes: string | readonly number[]): string {
  return Buffer.from(bytes as string).toString('base64');
}

describe('prepareBody()', () => {
  it('passes a body on as JSON with any content type', () => {
    expect(prepared('{"a":1}')).toBe('{"a":1}');
  });

  it('decodes base64', () => {
    expect(prepared(base64('{"a":"ü"}'), true)).toBe('{"a":"ü"}');
  });

  it('skips a byte order mark', () => {
    expect(prepared('\uFEFF{"a":1}')).toBe('{"a":1}');
    expect(prepared(base64('\uFEFF{"a":1}'), true)).toBe('{"a":1}');
    expect(prepared('\uFEFF')).toBe('{}');
  });

  it.each([undefined, '', '  \n', base64(' ')])('replaces %j by an empty object', body => {
    expect(prepared(body, body?.endsWith('='))).toBe('{}');
  });

  it('accepts 64 levels of nesting', () => {
    expect(prepared('['.repeat(64) + ']'.repeat(64))).toBeTypeOf('string');
  });

  it('refuses 65 levels of arrays and of objects', () => {
    expect(() => prepared('['.repeat(65) + ']'.repeat(65))).toThrow(InvalidInput);
    expect(() => prepared('{"a":'.repeat(65))).toThrow('body: must not be nested deeper than 64 levels');
    expect(() => prepared('['.repeat(1_000_000))).toThrow(InvalidInput);
  });

  it('ignores brackets within strings, also behind escaped quotes', () => {
    expect(prepared(JSON.stringify({ a: '"[{'.repeat(100) }))).toContain('[{');
    expect(prepared(JSON.stringify({ a: '\\"'.repeat(3), b: '['.repeat(100) }))).toContain('[');
  });

  it('refuses deep nesting behind strings and behind other brackets', () => {
    const deep = '['.repeat(65);
    for (const start of ['["]",', '["a\\\\",', '["\\"",', '[[],{},', '{"a":{},"b":'])
      expect(() => prepared(`${start}${deep}`)).toThrow(InvalidInput);
  });

  it('accepts a wide body', () => {
    expect(prepared(JSON.stringify(Array.from({ length: 1000 }, () => [{}])))).toContain('[{}]');
  });

  it('refuses more than 150,000 entries of objects and arrays at any depth', () => {
    const keys = (count: number) =>
      `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join()}}`;
    expect(prepared(keys(150_000))).toBeTypeOf('string');
    const message = 'body: must have at most 150000 entries';
    for (const body of [keys(150_001), `[${'{},'.repeat(80_000)}{}]`, `[${'0,'.repeat(150_000)}0]`])
      expect(() => prepared(body)).toThrow(message);
    expect(() => prepared(`{"a":"\\\\",${keys(150_001).slice(1)}`)).toThrow(message);
    expect(prepared(JSON.stringify({ text: ','.repeat(400_000) }))).toBeTypeOf('string');
  });

  it('limits the body to 6 MB, counted in bytes', () => {
    expect(prepared(`"${'a'.repeat(5_999_998)}"`)).toBeTypeOf('string');
    expect(() => prepared(`"${'漢'.repeat(2_100_000)}"`)).toThrow(TooLarge);
    expect(() => prepared(`"${'a'.repeat(5_999_999)}"`)).toThrow('The request body is over 6 MB');
  });

  it('refuses a body that is not UTF-8 instead of replacing characters', () => {
    expect(() => prepared(base64([0x22, 0xff, 0xfe, 0x22]), true)).toThrow(MalformedJson);
  });
});

it('bodyBytes() returns the bytes as sent', () => {
  expect(bodyBytes(httpEvent({ body: 'ü' }))).toEqual(Buffer.from('ü'));
  expect(bodyBytes(httpEvent({ body: base64([1, 255]), base64: true }))).toEqual(Buffer.of(1, 255));
  expect(bodyBytes(httpEvent())).toEqual(Buffer.alloc(0));
});

it('jsonBody() throws MalformedJson with its cause', () => {
  expect(jsonBody(httpEvent({ body: '{"a":1}' }))).toEqual({ a: 1 });
  let thrown: unknown;
  try {
    jsonBody(httpEvent({ body: '{' }));
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ code: 'malformed_json', cause: { name: 'SyntaxError' } });
});
