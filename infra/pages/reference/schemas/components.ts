import type * as v from 'valibot';
import { convert, type Direction, type JsonSchema } from './convert.ts';
import { ANSWERED, SENT } from './named.ts';
import { mapSchemas, tidy } from './tidy.ts';
import { withDescriptions } from './words.ts';

/** Collects named schemas, and returns others inline: a schema with a name is referenced. */
export class Schemas {
  /** Names by the schema's JSON text. */
  readonly #names = new Map<string, string>();
  readonly #converted = new Map<string, JsonSchema>();

  constructor() {
    for (const [named, direction] of [
      [ANSWERED, 'answered'],
      [SENT, 'sent'],
    ] as const)
      for (const [name, schema] of Object.entries<v.GenericSchema>(named))
        this.#add(name, convert(schema, direction));
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
