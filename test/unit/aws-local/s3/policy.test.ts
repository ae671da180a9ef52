import { expect, test } from 'vitest';
import { checkPolicy, parsePolicy } from '../../../../infra/aws-local/s3/policy.ts';

function encode(policy: unknown) {
  return Buffer.from(JSON.stringify(policy)).toString('base64');
}

const expiration = '2030-01-01T00:00:00.000Z';

test('parsePolicy() reads exact, prefix and size conditions', () => {
  const policy = parsePolicy(
    encode({
      expiration,
      conditions: [
        { Key: 'a' },
        ['EQ', '$Acl', 'x'],
        ['starts-with', '$B', ''],
        ['content-length-range', 0, 9],
      ],
    }),
  );
  expect(policy).toEqual({
    expiresMs: Date.parse(expiration),
    conditions: [
      { operator: 'eq', field: 'key', value: 'a' },
      { operator: 'eq', field: 'acl', value: 'x' },
      { operator: 'starts-with', field: 'b', value: '' },
    ],
    sizeRange: { min: 0, max: 9 },
  });
});

test.each([
  ['is not JSON', 'bm90IGpzb24='],
  ['has no expiration', encode({ conditions: [] })],
  ['has no conditions', encode({ expiration })],
  ['expires on an impossible day', encode({ expiration: '2030-99-01T00:00:00Z', conditions: [] })],
  ['has an unknown operator', encode({ expiration, conditions: [['ends-with', '$key', 'a']] })],
  ['has a field without $', encode({ expiration, conditions: [['eq', 'key', 'a']] })],
  ['has a size that is no number', encode({ expiration, conditions: [['content-length-range', 'a', 'b']] })],
])('parsePolicy() refuses a policy that %s', (_, text) => {
  expect(() => parsePolicy(text)).toThrow(/^Invalid Policy/);
});

test('checkPolicy() accepts a policy until the millisecond of its expiration', () => {
  const policy = parsePolicy(encode({ expiration, conditions: [] }));
  expect(() => checkPolicy(policy, new Map(), Date.parse(expiration))).not.toThrow();
  expect(() => checkPolicy(policy, new Map(), Date.parse(expiration) + 1)).toThrow('Policy expired');
});
