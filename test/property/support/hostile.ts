import fc from 'fast-check';
import { CODE_POINT } from '../../support/values/code-point.ts';

/** Values that break naive code: wrong types, sizes, extreme numbers, names with a meaning in JavaScript. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.1,
  1e308,
  -0,
  2 ** 53,
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  'NaN',
  '\u0000',
  '\ud800',
  '\ufeff\u202e\u200d',
  '🙂'.repeat(50),
  '<script>alert(1)</script>',
  "'; DROP TABLE posts; --",
  '../../etc/passwd',
  '${7*7}{{7*7}}',
  'x'.repeat(10_000),
  '__proto__',
  [],
  [[]],
  [null],
  {},
  JSON.parse('{"__proto__": {"polluted": true}}'),
  { constructor: { prototype: { polluted: true } } },
  { toString: 1, valueOf: null, then: 'x', length: -1, toJSON: 'x' },
];

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  fc.integer(),
  fc.double(),
  fc.string({ unit: CODE_POINT, maxLength: 40 }),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 5 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const names = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'id', 'status', 'action', 'toString', ''),
  fc.string({ maxLength: 10 }),
);

/** A nearly valid body: some fields are left out, some replaced by hostile values, some added. */
export function nearly(valid: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.keys(valid);
  const spoiled = fc.oneof(
    fc.constant({}),
    fc.dictionary(fields.length > 0 ? fc.constantFrom(...fields) : names, hostile, {
      maxKeys: 3,
    }),
  );
  return fc
    .tuple(
      fc.subarray(fields, { minLength: Math.ceil(fields.length / 2) }),
      spoiled,
      fc.dictionary(names, hostile, { maxKeys: 2 }),
    )
    .map(([kept, wrong, more]) => ({
      ...Object.fromEntries(kept.map(name => [name, valid[name]])),
      ...wrong,
      ...more,
    }));
}

/** A text that may or may not be JSON. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.string({ unit: CODE_POINT, maxLength: 60 }),
  fc.constantFrom(
    '{',
    '[',
    '{"a":1,"a":2}',
    '{"a":',
    '\u0000',
    '[1,]',
    'null',
    '"x"',
    '['.repeat(500),
    '{"headline":"a"}x',
  ),
);
