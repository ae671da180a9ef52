import type { Site } from '../core/site-schema.ts';

/** Keywords whose errors only say that a part is invalid; the part has an error of its own. */
const CONTAINERS = new Set([
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
  'allOf',
  '$ref',
]);

/** Validates an author's `specific_data` against the site's schema (null: none). Each fault begins with the field's path. */
export async function specificDataFaults(
  schema: Site['authorSpecificDataSchema'],
  data: Record<string, unknown>,
): Promise<string[]> {
  if (schema === null) return [];
  // Only sites with a schema load the validator.
  const { Validator } = await import('@cfworker/json-schema');
  const { errors } = new Validator(schema, '2020-12', false).validate(data);
  return errors
    .filter(({ keyword }) => !CONTAINERS.has(keyword))
    .map(({ instanceLocation, keyword, error }) => {
      const path = `specific_data${instanceLocation.slice(1).replaceAll('/', '.')}`;
      return `${path}: ${keyword === 'false' ? 'is not allowed' : error}`;
    });
}
