import { toJsonSchema, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { actionAsSchema } from './actions.ts';
import { FRACTIONS, writtenFor } from './written.ts';

export type { JsonSchema };

/** A request is described in its input form, an answer in its output form. */
export type Direction = 'sent' | 'answered';

/** An id, a count or a timestamp may exceed 32 bits. */
const INTEGER = { type: 'integer', format: 'int64' } as const satisfies JsonSchema;

/** Converts a schema to JSON Schema. @throws Error for a part that can't be expressed */
export function convert(schema: v.GenericSchema, direction: Direction): JsonSchema {
  const { $schema: _dialect, $defs: _choices, ...converted } = toJsonSchema(schema, buildConfig(direction));
  return converted;
}

function buildConfig(direction: Direction): ConversionConfig {
  return {
    target: 'draft-2020-12',
    errorMode: 'throw',
    overrideAction: ({ valibotAction, jsonSchema }) => {
      const written = findWritten(valibotAction, direction);
      return written ? { ...jsonSchema, ...written } : actionAsSchema(valibotAction, jsonSchema);
    },
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      const written = findWritten(valibotSchema, direction);
      if (written) return written;
      if (isLazy(valibotSchema)) return convertChoices(listChoices(valibotSchema), direction);
      if (valibotSchema.type === 'number' && direction === 'answered')
        return FRACTIONS.has(valibotSchema) ? { type: 'number' } : { ...INTEGER };
      if (valibotSchema.type === 'picklist' && jsonSchema.type === 'number')
        return { ...jsonSchema, type: 'integer' };
      return undefined;
    },
  };
}

function findWritten(of: object, direction: Direction): JsonSchema | undefined {
  return writtenFor(of)?.(direction, schema => convert(schema, direction));
}

function isLazy(schema: { type: string }): schema is v.LazySchema<v.GenericSchema> {
  return schema.type === 'lazy';
}

/** Inputs that select each choice of the lazy schemas. */
const PROBES = ['', [], {}];

function listChoices({ getter }: v.LazySchema<v.GenericSchema>): v.GenericSchema[] {
  return [...new Set(PROBES.map(probe => getter(probe)))];
}

function convertChoices(choices: readonly v.GenericSchema[], direction: Direction): JsonSchema {
  const [only, ...others] = choices.map(choice => convert(choice, direction));
  if (!only) throw new Error('A lazy schema has no choice');
  return others.length === 0 ? only : { anyOf: [only, ...others] };
}
