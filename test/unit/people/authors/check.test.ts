import { describe, expect, it } from 'vitest';
import { specificDataFaults } from '../../../../shared/people/authors/check.ts';

const schema = {
  type: 'object',
  required: ['desk'],
  additionalProperties: false,
  properties: {
    desk: { enum: ['news', 'sport'] },
    site_title: { type: 'string', minLength: 3 },
    phones: { type: 'array', items: { $ref: '#/$defs/phone' } },
  },
  $defs: { phone: { type: 'string', pattern: '^[0-9]+$' } },
};

describe('specificDataFaults()', () => {
  it('finds no fault in data that fits the schema, or without a schema', async () => {
    expect(await specificDataFaults(schema, { desk: 'news', phones: ['1'] })).toEqual([]);
    expect(await specificDataFaults(null, { anything: 1 })).toEqual([]);
  });

  it('returns each fault once, under the path of its field', async () => {
    const data = { site_title: 'a', phones: ['1', 'x', 2], more: 1 };
    expect(await specificDataFaults(schema, data)).toEqual([
      'specific_data: Instance does not have required property "desk".',
      'specific_data.site_title: String is too short (1 < 3).',
      'specific_data.phones.1: String does not match pattern.',
      'specific_data.phones.2: Instance type "number" is invalid. Expected "string".',
      'specific_data.more: is not allowed',
    ]);
  });
});
