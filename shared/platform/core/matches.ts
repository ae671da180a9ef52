import * as v from 'valibot';

type Schema = v.GenericSchema;
type Check = (value: unknown) => boolean;

const checks = new WeakMap<Schema, Check>();

/**
 * Asserts that a value matches a schema that transforms nothing. valibot takes most of its time for the issues that a stored record hardly
 * ever has, so each schema is turned into plain checks once, and a value that these don't accept is left to valibot.
 * @throws ValiError
 */
export function assertMatches<S extends Schema>(schema: S, value: unknown): asserts value is v.InferInput<S> {
  if (!getCheck(schema)(value)) v.assert(schema, value);
}

/** Whether a value matches a schema and has each field that has a default. */
export function matches<T>(schema: v.GenericSchema<unknown, T>, value: unknown): value is T {
  return getCheck(schema)(value);
}

function getCheck(schema: Schema): Check {
  const known = checks.get(schema);
  if (known) return known;
  const made = makeCheck(schema);
  checks.set(schema, made);
  return made;
}

function makeCheck(schema: Schema): Check {
  if ('pipe' in schema) return value => v.is(schema, value);
  if (isNullable(schema)) return checkNullable(getCheck(schema.wrapped));
  if (isOptional(schema)) return checkOptional(schema);
  if (isArray(schema)) return checkArray(getCheck(schema.item));
  if (isObject(schema)) return checkObject(schema.entries);
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return value => typeof value === schema.type;
    case 'number':
      return value => typeof value === 'number' && !Number.isNaN(value);
    default:
      return value => v.is(schema, value);
  }
}

function checkNullable(check: Check): Check {
  return value => value === null || check(value);
}

/** A field with a default must be there: `complete` adds it (complete.ts). */
function checkOptional(schema: v.OptionalSchema<Schema, unknown>): Check {
  const check = getCheck(schema.wrapped);
  return schema.default === undefined ? value => value === undefined || check(value) : check;
}

function checkArray(check: Check): Check {
  return value => Array.isArray(value) && value.every(item => check(item));
}

/** Accepts a missing entry only if its schema is optional without a default; valibot judges the others. */
function checkObject(entries: v.ObjectEntries): Check {
  const fields = Object.entries(entries).map(([name, schema]) => ({
    name,
    mayBeMissing: isOptional(schema) && schema.default === undefined,
    check: getCheck(schema),
  }));
  return value =>
    isRecord(value) &&
    fields.every(
      ({ name, mayBeMissing, check }) => (mayBeMissing || value[name] !== undefined) && check(value[name]),
    );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function isNullable(schema: Schema): schema is v.NullableSchema<Schema, undefined> {
  return schema.type === 'nullable';
}

export function isOptional(schema: Schema): schema is v.OptionalSchema<Schema, unknown> {
  return schema.type === 'optional';
}

export function isArray(schema: Schema): schema is v.ArraySchema<Schema, undefined> {
  return schema.type === 'array';
}

export function isObject(schema: Schema): schema is v.ObjectSchema<v.ObjectEntries, undefined> {
  return schema.type === 'object';
}
