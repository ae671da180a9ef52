import { describe, expect, it } from 'vitest';
import { InvalidInput, MalformedJson, TooLarge } from '../../../shared/core/errors.ts';
import { prepareBody } from '../../../shared/http/body.ts';
import { httpEvent } from '../../support/event.ts';

function prepared(body: unknown, base64 = false): unknown {
  const event = httpEvent({ method: 'POST', body, base64, headers: { 'content-type': 'text/plain' } });
  prepareBody(event);
  expect(event).toMatchObject({ isBase64Encoded: false, headers: { 'content-type': 'application/json' } });
  return event.body;
}

function base64(bytes: string | readonly number[]): string {
  return Buffer.from(bytes as string).toString('base64');
}

describe('a request body on its way to the JSON parser', () => {
  it('is taken as it is, whatever the content type', () => {
    expect(prepared('{"a":1}')).toBe('{"a":1}');
  });

  it('is decoded when it came as base64', () => {
    expect(prepared(base64('{"a":"ü"}'), true)).toBe('{"a":"ü"}');
  });

  it.each([undefined, '', '  \n', base64(' ')])('counts as an empty object when it is %j', body => {
    expect(prepared(body, body?.endsWith('='))).toBe('{}');
  });

  it('may be 64 levels deep', () => {
    expect(prepared('['.repeat(64) + ']'.repeat(64))).toBeTypeOf('string');
  });

  it('may be no deeper, in arrays and objects alike', () => {
    expect(() => prepared('['.repeat(65) + ']'.repeat(65))).toThrow(InvalidInput);
    expect(() => prepared('{"a":'.repeat(65))).toThrow('body: must not be nested deeper than 64 levels');
    expect(() => prepared('['.repeat(1_000_000))).toThrow(InvalidInput);
  });

  it('may hold any number of brackets within strings, also behind escaped quotes', () => {
    expect(prepared(JSON.stringify({ a: '"[{'.repeat(100) }))).toContain('[{');
    expect(prepared(JSON.stringify({ a: '\\"'.repeat(3), b: '['.repeat(100) }))).toContain('[');
  });

  it('may be wide', () => {
    expect(prepared(JSON.stringify(Array.from({ length: 1000 }, () => [{}])))).toContain('[{}]');
  });

  it('is measured in bytes', () => {
    expect(prepared(`"${'a'.repeat(5_900_000)}"`)).toBeTypeOf('string');
    expect(() => prepared(`"${'漢'.repeat(2_100_000)}"`)).toThrow(TooLarge);
    expect(() => prepared(`"${'a'.repeat(6_000_000)}"`)).toThrow('The request body is over 6 MB');
  });

  it('must be UTF-8: nothing is silently replaced', () => {
    expect(() => prepared(base64([0x22, 0xff, 0xfe, 0x22]), true)).toThrow(MalformedJson);
  });
});
