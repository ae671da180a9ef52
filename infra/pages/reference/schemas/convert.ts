import { toJsonSchema, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { actionAsSchema } from './actions.ts';
import { FRACTIONS, writtenFor } from './written.ts';

export type { JsonSchema };

/** What stands in a request is told as it is sent, what stands in an answer as it is read. */
export type Direction = 'sent' | 'answered';

/** A number that can be any of an id, a count or a timestamp: more than 32 bits. */
export const INTEGER = { type: 'integer', format: 'int64' } as const satisfies JsonSchema;

/** A schema as JSON Schema. @throws Error for what can't be told, rather than leaving it out */
export function convert(schema: v.GenericSchema, direction: Direction): JsonSchema {
  const { $schema: _dialect, $defs: _choices, ...converted } = toJsonSchema(schema, configOf(direction));
  return converted;
}

function configOf(direction: Direction): ConversionConfig {
  return {
    target: 'draft-2020-12',
    errorMode: 'throw',
    overrideAction: ({ valibotAction, jsonSchema }) => actionAsSchema(valibotAction, jsonSchema),
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      const written = writtenFor(valibotSchema);
      if (written) return written(direction, schema => convert(schema, direction));
      if (isLazy(valibotSchema)) return oneOf(choicesOf(valibotSchema), direction);
      if (valibotSchema.type === 'number' && direction === 'answered')
        return FRACTIONS.has(valibotSchema) ? { type: 'number' } : { ...INTEGER };
      if (valibotSchema.type === 'picklist' && jsonSchema.type === 'number')
        return { ...jsonSchema, type: 'integer' };
      return undefined;
    },
  };
}

function isLazy(schema: { type: string }): schema is v.LazySchema<v.GenericSchema> {
  return schema.type === 'lazy';
}

/** A lazy schema looks at what was sent; these are all that ours look for. */
const PROBES = ['', [], {}];

function choicesOf({ getter }: v.LazySchema<v.GenericSchema>): v.GenericSchema[] {
  return [...new Set(PROBES.map(probe => getter(probe)))];
}

function oneOf(choices: readonly v.GenericSchema[], direction: Direction): JsonSchema {
  const [only, ...others] = choices.map(choice => convert(choice, direction));
  if (!only) throw new Error('A lazy schema has no choice');
  return others.length === 0 ? only : { anyOf: [only, ...others] };
}
