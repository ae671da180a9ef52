import { FIELDS } from '../words/fields.ts';
import type { JsonSchema } from './convert.ts';

/** Adds the descriptions of its fields to a named schema. The schema's own description follows. */
export function withDescriptions(name: string, schema: JsonSchema): JsonSchema {
  const words = FIELDS[name];
  if (!words || !schema.properties) return schema;
  const unknown = Object.keys(words).filter(field => !(field in (schema.properties ?? {})));
  if (unknown.length > 0) throw new Error(`${name} has no field ${unknown.join(', ')}`);
  const properties = Object.entries(schema.properties).map(([field, one]) => {
    const said = words[field];
    if (said === undefined || typeof one !== 'object') return [field, one] as const;
    return [
      field,
      { ...one, description: one.description === undefined ? said : `${said} ${one.description}` },
    ] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
