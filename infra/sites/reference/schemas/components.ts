import type * as v from 'valibot';
import { Describer } from '../words/describe.ts';
import { convert, type Direction, type JsonSchema } from './convert.ts';
import * as answered from './answered.ts';
import * as sent from './sent.ts';
import { mapSchemas, tidy } from './tidy.ts';

/** Collects named schemas, and returns others inline: a schema with a name is referenced. */
export class Schemas {
  /** Names by the schema's JSON text. */
  readonly #names = new Map<string, string>();
  readonly #converted = new Map<string, JsonSchema>();
  readonly words = new Describer();

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
    const tidied = tidy(
      mapSchemas(converted, inner => this.#reference(inner)),
      where,
    );
    return this.words.describe(where.split('/')[0] ?? where, tidied);
  }

  #reference(schema: JsonSchema): JsonSchema | undefined {
    const name = this.#names.get(JSON.stringify(schema));
    return name === undefined ? undefined : { $ref: `#/components/schemas/${name}` };
  }

  /** All named schemas, once all operations are described. @throws Error naming fields without a description */
  finish(): Record<string, JsonSchema> {
    const all = this.#all();
    this.words.finish();
    return all;
  }

  #all(): Record<string, JsonSchema> {
    const own = [...this.#converted].filter(
      ([name, schema]) => this.#names.get(JSON.stringify(schema)) === name,
    );
    return Object.fromEntries(
      own.map(([name, schema]) => [name, this.words.describe(name, this.#inner(name, schema))]),
    );
  }

  /** The schema itself; nested named schemas are referenced. */
  #inner(name: string, schema: JsonSchema): JsonSchema {
    let isSelf = true;
    const referred = mapSchemas(schema, inner => {
      if (isSelf) {
        isSelf = false;
        return undefined;
      }
      return this.#reference(inner);
    });
    return tidy(referred, name);
  }
}
