import { expect, test } from 'vitest';
import { parseRange } from '../../../../infra/aws-local/s3/objectfile.ts';

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=3-', { start: 3, end: 9 }],
  ['bytes=8-99', { start: 8, end: 9 }],
  ['bytes=-4', { start: 6, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
])('parseRange() reads %s of ten bytes', (header, range) => {
  expect(parseRange(header, 10)).toEqual(range);
});

test.each([undefined, 'bytes=-', 'bytes=5-2', 'bytes=0-1,3-4', 'items=0-1', 'bytes=a-b'])(
  'parseRange() ignores %s',
  header => {
    expect(parseRange(header, 10)).toBeUndefined();
  },
);

test.each([
  ['bytes=10-', 10],
  ['bytes=-0', 10],
  ['bytes=0-', 0],
  ['bytes=-1', 0],
])('parseRange() refuses %s of %i bytes', (header, size) => {
  expect(() => parseRange(header, size)).toThrow('not satisfiable');
});
