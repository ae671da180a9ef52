import { site } from '../config/site.ts';
import { InvalidInput } from '../http/errors.ts';
import { imageKey, missingReferences } from '../media/references.ts';
import type { AuthorRecord } from './record.ts';

/** What the schema alone can't tell. @throws InvalidInput with every fault */
export async function checkAuthor({
  image_id,
  specific_data,
}: Pick<AuthorRecord, 'image_id' | 'specific_data'>): Promise<void> {
  const references = image_id === null ? [] : [{ field: 'image_id', id: image_id, key: imageKey(image_id) }];
  const [missing, faults] = await Promise.all([
    missingReferences(references),
    specificDataFaults(specific_data),
  ]);
  const messages = [...missing, ...faults];
  if (messages.length > 0) throw new InvalidInput(messages);
}

async function specificDataFaults(data: Record<string, unknown>): Promise<string[]> {
  const schema = site().authorSpecificDataSchema;
  if (schema === null) return [];
  // Loaded only where a site has a schema, so that others don't pay for it at start.
  const { Validator } = await import('@cfworker/json-schema');
  const { errors } = new Validator(schema, '2020-12', false).validate(data);
  return errors.map(
    ({ instanceLocation, error }) =>
      `specific_data${instanceLocation.replace(/^#/, '').replaceAll('/', '.')}: ${error}`,
  );
}
