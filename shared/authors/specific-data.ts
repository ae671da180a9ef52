import type { Site } from '../core/site.ts';

/** Keywords whose error only says that something inside is wrong, which is told as well. */
const CONTAINERS = new Set([
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
  'allOf',
  '$ref',
]);

/** The faults of an author's `specific_data` under the site's schema (null: none), each beginning with the field's path. */
export async function specificDataFaults(
  schema: Site['authorSpecificDataSchema'],
  data: Record<string, unknown>,
): Promise<string[]> {
  if (schema === null) return [];
  // Loaded only where a site has a schema, so that others don't pay for it at start.
  const { Validator } = await import('@cfworker/json-schema');
  const { errors } = new Validator(schema, '2020-12', false).validate(data);
  return errors
    .filter(({ keyword }) => !CONTAINERS.has(keyword))
    .map(({ instanceLocation, keyword, error }) => {
      const path = `specific_data${instanceLocation.slice(1).replaceAll('/', '.')}`;
      return `${path}: ${keyword === 'false' ? 'is not allowed' : error}`;
    });
}
