import * as v from 'valibot';
import { isArray, isNullable, isObject, isOptional, isRecord, matches } from './matches.ts';

/**
 * The value with the defaults, `v.optional(schema, default)`, of the fields that it lacks, because an earlier version of the service stored
 * it. A complete value, which nearly all are, is returned itself: a copy by valibot would be in V8's slow dictionary mode (platform/text/shape.ts)
 * and lack the fields that only a later version knows.
 * @throws ValiError when the value doesn't match the schema
 */
export function complete<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T {
  if (matches(schema, value)) return value;
  // JSON.parse makes objects that are not in dictionary mode and share no default with another.
  const filled: unknown = JSON.parse(JSON.stringify(fill(schema, value)));
  return matches(schema, filled) ? filled : v.parse(schema, filled);
}

function fill(schema: v.GenericSchema, value: unknown): unknown {
  if (isOptional(schema)) return value === undefined ? v.getDefault(schema) : fill(schema.wrapped, value);
  if (isNullable(schema)) return fill(schema.wrapped, value);
  if (isArray(schema) && Array.isArray(value)) return value.map(item => fill(schema.item, item));
  if (!isObject(schema) || !isRecord(value)) return value;
  const fields = Object.entries(schema.entries).map(([name, entry]) => [name, fill(entry, value[name])]);
  return { ...value, ...Object.fromEntries(fields) };
}

type WithDefault<E extends v.ObjectEntries> = {
  [K in keyof E]: E[K] extends v.OptionalSchema<v.GenericSchema, infer D>
    ? undefined extends D
      ? never
      : K
    : never;
}[keyof E];

/** The defaults of a record's fields: those of new records, of cleared fields, and of records that lack the fields. */
export function getDefaults<E extends v.ObjectEntries>(
  schema: v.ObjectSchema<E, undefined>,
): Pick<v.InferOutput<v.ObjectSchema<E, undefined>>, WithDefault<E>>;
export function getDefaults({ entries }: v.ObjectSchema<v.ObjectEntries, undefined>) {
  const defaults = Object.entries(entries).map(([name, entry]): [string, unknown] => [
    name,
    v.getDefault(entry),
  ]);
  return Object.fromEntries(defaults.filter(([, value]) => value !== undefined));
}
