import { describe, expect, it } from 'vitest';
import { checkSite, schemaFaults } from '../../../../shared/platform/site/check-site.ts';

describe('schemaFaults()', () => {
  it('accepts a schema whose references, patterns and types are valid', () => {
    expect(schemaFaults(null)).toEqual([]);
    expect(
      schemaFaults({
        type: ['object', 'null'],
        properties: { phones: { type: 'array', items: { $ref: '#/$defs/phone' } }, any: true },
        patternProperties: { '^x-': {} },
        $defs: { phone: { type: 'string', pattern: '^[0-9]+$' } },
      }),
    ).toEqual([]);
  });

  it('lists all faults that make a schema unusable', () => {
    const unusable = {
      type: 'text',
      properties: { a: { $ref: '#/$defs/nope' }, b: { pattern: '[' } },
      patternProperties: { '(': {} },
    };
    expect(() => checkSite({ authorSpecificDataSchema: unusable })).toThrow('text is not a type');
    expect(schemaFaults(unusable)).toEqual([
      'authorSpecificDataSchema: ( is not a regular expression',
      'authorSpecificDataSchema: text is not a type',
      'authorSpecificDataSchema: there is nothing at #/$defs/nope',
      'authorSpecificDataSchema: [ is not a regular expression',
    ]);
  });
});
