import type { JsonSchema } from '@valibot/to-json-schema';
import { withSentence } from './actions.ts';

type Place = JsonSchema | boolean;

/** Maps each schema in a schema, innermost last. The result of `change` is not mapped again. */
export function mapSchemas(
  schema: JsonSchema,
  change: (schema: JsonSchema) => JsonSchema | undefined,
): JsonSchema {
  const changed = change(schema);
  if (changed) return changed;
  const at = (place: Place): Place => (typeof place === 'boolean' ? place : mapSchemas(place, change));
  const { properties, items, anyOf, additionalProperties, propertyNames } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, at(property)]),
      ),
    }),
    ...(items !== undefined && !Array.isArray(items) && { items: at(items) }),
    ...(anyOf && { anyOf: anyOf.map(at) }),
    ...(additionalProperties !== undefined && { additionalProperties: at(additionalProperties) }),
    ...(propertyNames !== undefined && { propertyNames: at(propertyNames) }),
  };
}

/**
 * Shortens a schema: no empty `required`, no `propertyNames` that allow any name, "x or null" as two types where x has one. An
 * empty schema accepts anything, which is allowed only for the values of free-form objects.
 * @throws Error for any other empty schema
 */
export function tidy(schema: JsonSchema, where: string): JsonSchema {
  return mapSchemas(schema, inner => {
    if (Object.keys(inner).length === 0) throw new Error(`${where} has an empty schema`);
    const next = shortened(inner);
    return next === inner ? undefined : tidy(next, where);
  });
}

function shortened(schema: JsonSchema): JsonSchema {
  const { required, propertyNames, additionalProperties, ...rest } = schema;
  if (required?.length === 0) return without(schema, 'required');
  const flat = schema.anyOf && listDistinct(flattened(schema.anyOf));
  if (flat && flat.length !== schema.anyOf?.length) return { ...schema, anyOf: flat };
  if (schema.const === '' && schema.type === undefined) return { type: 'string', ...schema };
  if (isEmpty(additionalProperties)) return { ...schema, additionalProperties: true };
  if (propertyNames === undefined) return withNull(schema);
  // The maximum length of a name becomes a sentence, not a schema.
  const { maxLength } = typeof propertyNames === 'object' ? propertyNames : {};
  const named = {
    ...rest,
    ...(required && { required }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  };
  return maxLength === undefined ? named : withSentence(named, `names have at most ${maxLength} characters`);
}

/** Nested choices are flattened. */
function flattened(choices: readonly Place[]): Place[] {
  return choices.flatMap(choice =>
    typeof choice === 'object' && choice.anyOf && Object.keys(choice).length === 1 ? choice.anyOf : [choice],
  );
}

function listDistinct(choices: readonly Place[]): Place[] {
  return [...new Map(choices.map(choice => [JSON.stringify(choice), choice])).values()];
}

function isEmpty(place: Place | undefined): boolean {
  return typeof place === 'object' && Object.keys(place).length === 0;
}

/** Merges `anyOf` x and null into one list of types, unless x is a reference or has fixed values. */
function withNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const [one, other] = anyOf ?? [];
  if (anyOf?.length !== 2 || typeof one !== 'object' || typeof other !== 'object' || other.type !== 'null')
    return schema;
  if (typeof one.type !== 'string' || one.enum) return schema;
  return { ...one, type: [one.type, 'null'], ...rest };
}

function without(schema: JsonSchema, name: keyof JsonSchema): JsonSchema {
  const { [name]: _left, ...rest } = schema;
  return rest;
}
