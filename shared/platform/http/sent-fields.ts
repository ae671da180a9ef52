import * as v from 'valibot';

/** How many unknown fields are listed; the others are only counted. */
const MAX_LISTED = 20;

export interface UnknownFields {
  /** The paths of the first ones. */
  paths: string[];
  count: number;
}

/**
 * Finds the fields of a request that its schema doesn't name and would ignore, in the order in which they were sent. Free-form objects
 * have no unknown fields. Takes linear time.
 */
export function unknownFields(schema: v.GenericSchema, value: unknown): UnknownFields {
  const found: UnknownFields = { paths: [], count: 0 };
  collectUnknown(schema, value, [], found);
  return found;
}

type Path = readonly (string | number)[];

function collectUnknown(schema: v.GenericSchema, value: unknown, path: Path, found: UnknownFields): void {
  if (typeof value !== 'object' || value === null) return;
  if (hasPipe(schema)) {
    for (const piece of schema.pipe) if (piece.kind === 'schema') collectUnknown(piece, value, path, found);
  } else if (isLazy(schema)) collectUnknown(schema.getter(value), value, path, found);
  else if (isOptional(schema)) collectUnknown(schema.wrapped, value, path, found);
  else if (isValidatedLater(schema)) collectUnknown(schema.later, value, path, found);
  else if (isObject(schema)) collectInObject(schema.entries, value, path, found);
  else if (isArray(schema) || isRecord(schema)) {
    const each = isArray(schema) ? schema.item : schema.value;
    for (const [name, one] of Object.entries(value)) collectUnknown(each, one, [...path, name], found);
  }
}

function collectInObject(entries: v.ObjectEntries, value: object, path: Path, found: UnknownFields): void {
  if (Array.isArray(value)) return;
  for (const [name, one] of Object.entries(value)) {
    const known = Object.hasOwn(entries, name) ? entries[name] : undefined;
    if (known) collectUnknown(known, one, [...path, name], found);
    else if (++found.count <= MAX_LISTED) found.paths.push([...path, name].join('.'));
  }
}

interface ValidatedLater extends v.UnknownSchema {
  later: v.GenericSchema;
}

/** Accepts any value now; `later` validates it on use. Its fields count as known in a strict request. */
export function validatedLater(later: v.GenericSchema): ValidatedLater {
  return { ...v.unknown(), later };
}

type Schema = v.GenericSchema;
type Key = v.BaseSchema<string, string, v.BaseIssue<unknown>>;
type Piece = Schema | v.GenericPipeItem;

function hasPipe(schema: Schema): schema is Schema & { pipe: Piece[] } {
  return 'pipe' in schema && Array.isArray(schema.pipe);
}

function isLazy(schema: Schema): schema is v.LazySchema<Schema> {
  return schema.type === 'lazy';
}

function isOptional(schema: Schema): schema is v.OptionalSchema<Schema, unknown> {
  return /^(?:optional|nullable|nullish)$/.test(schema.type);
}

function isValidatedLater(schema: Schema): schema is ValidatedLater {
  return 'later' in schema;
}

function isObject(schema: Schema): schema is v.ObjectSchema<v.ObjectEntries, undefined> {
  return /^(?:strict_)?object$/.test(schema.type);
}

function isArray(schema: Schema): schema is v.ArraySchema<Schema, undefined> {
  return schema.type === 'array';
}

function isRecord(schema: Schema): schema is v.RecordSchema<Key, Schema, undefined> {
  return schema.type === 'record';
}
