import type * as v from 'valibot';
import { convert, type Direction, type JsonSchema } from './convert.ts';
import { ANSWERED, SENT } from './named.ts';
import { mapSchemas, tidy } from './tidy.ts';
import { withWords } from './words.ts';

/** The named schemas, and every other as it stands in the document: what has a name is referred to by it. */
export class Schemas {
  /** Names by what they stand for. */
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
    // What is sent as it is answered is one schema, under its first name.
    if (!this.#names.has(text)) this.#names.set(text, name);
  }

  /** Where it is asked for by a request or an answer. */
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

  /** All that have a name of their own. */
  all(): Record<string, JsonSchema> {
    const own = [...this.#converted].filter(
      ([name, schema]) => this.#names.get(JSON.stringify(schema)) === name,
    );
    return Object.fromEntries(
      own.map(([name, schema]) => [name, withWords(name, this.#inner(name, schema))]),
    );
  }

  /** The schema itself, what is in it by name. */
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
