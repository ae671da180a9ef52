import type * as v from 'valibot';
import { FIELDS } from '../words/fields.ts';
import { convert, type Direction, type JsonSchema } from './convert.ts';
import * as answered from './answered.ts';
import * as sent from './sent.ts';
import { mapSchemas, tidy } from './tidy.ts';

/** Adds the descriptions of its fields to a named schema. The schema's own description follows. */
function withDescriptions(name: string, schema: JsonSchema): JsonSchema {
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

/** Collects named schemas, and returns others inline: a schema with a name is referenced. */
export class Schemas {
  /** Names by the schema's JSON text. */
  readonly #names = new Map<string, string>();
  readonly #converted = new Map<string, JsonSchema>();

  constructor() {
    this.#addAll(answered, 'answered');
    this.#addAll(sent, 'sent');
  }

  #addAll(named: Readonly<Record<string, v.GenericSchema>>, direction: Direction): void {
    const inOrder = Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [name, schema] of inOrder) this.#add(name, convert(schema, direction));
  }

  #add(name: string, converted: JsonSchema): void {
    this.#converted.set(name, converted);
    const text = JSON.stringify(converted);
    // A schema that is equal in requests and answers gets its first name.
    if (!this.#names.has(text)) this.#names.set(text, name);
  }

  /** The schema of a request or an answer. */
  of(schema: v.GenericSchema, direction: Direction, where: string): JsonSchema {
    return this.refer(convert(schema, direction), where);
  }

  refer(converted: JsonSchema, where: string): JsonSchema {
    return tidy(
      mapSchemas(converted, one => this.#reference(one)),
      where,
    );
  }

  #reference(schema: JsonSchema): JsonSchema | undefined {
    const name = this.#names.get(JSON.stringify(schema));
    return name === undefined ? undefined : { $ref: `#/components/schemas/${name}` };
  }

  /** All named schemas. */
  all(): Record<string, JsonSchema> {
    const own = [...this.#converted].filter(
      ([name, schema]) => this.#names.get(JSON.stringify(schema)) === name,
    );
    return Object.fromEntries(
      own.map(([name, schema]) => [name, withDescriptions(name, this.#inner(name, schema))]),
    );
  }

  /** The schema itself; nested named schemas are referenced. */
  #inner(name: string, schema: JsonSchema): JsonSchema {
    let isSelf = true;
    const referred = mapSchemas(schema, one => {
      if (isSelf) {
        isSelf = false;
        return undefined;
      }
      return this.#reference(one);
    });
    return tidy(referred, name);
  }
}
