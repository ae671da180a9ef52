import { FIELDS } from '../words/fields.ts';
import type { JsonSchema } from './convert.ts';

/** A named schema with what there is to say of its fields; what the schema says itself comes after that. */
export function withWords(name: string, schema: JsonSchema): JsonSchema {
  const words = FIELDS[name];
  if (!words || !schema.properties) return schema;
  const unknown = Object.keys(words).filter(field => !(field in (schema.properties ?? {})));
  if (unknown.length > 0) throw new Error(`${name} has no ${unknown.join(', ')} to say anything of`);
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
