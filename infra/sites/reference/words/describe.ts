import type { JsonSchema } from '@valibot/to-json-schema';
import { limitWords } from './limits.ts';
import { findWords } from './lookup.ts';

type Place = JsonSchema | boolean;

/** Describes the fields of schemas, and notes what it has no words for. */
export class Describer {
  readonly #missing: string[] = [];

  /** @param scope the name of the schema, or the tag of the operation whose body or answer it is */
  describe(scope: string, schema: JsonSchema, path: readonly string[] = []): JsonSchema {
    const at = (place: Place): Place =>
      typeof place === 'boolean' ? place : this.describe(scope, place, path);
    const { properties, items, anyOf, oneOf, additionalProperties } = schema;
    return {
      ...schema,
      ...(properties && { properties: this.#properties(scope, properties, path) }),
      ...(items !== undefined && !Array.isArray(items) && { items: at(items) }),
      ...(anyOf && { anyOf: anyOf.map(at) }),
      ...(oneOf && { oneOf: oneOf.map(at) }),
      ...(additionalProperties !== undefined && { additionalProperties: at(additionalProperties) }),
    };
  }

  #properties(scope: string, properties: Readonly<Record<string, Place>>, path: readonly string[]) {
    const described = Object.entries(properties).map(([name, place]) => {
      if (typeof place === 'boolean') return [name, place] as const;
      const whole = [...path, name];
      const inner = this.describe(scope, place, whole);
      return [name, this.#withWords(name, inner, { scope, whole })] as const;
    });
    return Object.fromEntries<Place>(described);
  }

  #withWords(name: string, schema: JsonSchema, { scope, whole }: { scope: string; whole: string[] }) {
    const found = findWords(scope, whole);
    if (!found) {
      this.#missing.push(`${scope}: ${whole.join('.')}`);
      return schema;
    }
    const { description: added } = schema;
    const sentences = [found, ...(added === undefined ? [] : [added])];
    const said = [...sentences, ...limitWords(name, schema, sentences.join(' '))];
    return { ...schema, description: [...new Set(said)].join(' ') };
  }

  /** @throws Error naming the fields that have no words */
  finish(): void {
    if (this.#missing.length > 0)
      throw new Error(
        `infra/sites/reference/words describes none of these fields:\n${this.#missing.join('\n')}`,
      );
  }
}
