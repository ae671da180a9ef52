import * as v from 'valibot';

/** How many of the fields that a schema doesn't name are listed; the others are counted. */
const MAX_LISTED = 20;

export interface UnknownFields {
  /** Of the first of them. */
  paths: string[];
  count: number;
}

/**
 * What a request sends that its schema doesn't name, in the order in which it is sent: the strict twin of a schema, which by itself
 * ignores it. Free-form objects have no unknown fields. Takes time linear in the size of the value.
 */
export function unknownFields(schema: v.GenericSchema, value: unknown): UnknownFields {
  const found: UnknownFields = { paths: [], count: 0 };
  look(schema, value, [], found);
  return found;
}

type Path = readonly (string | number)[];

function look(schema: v.GenericSchema, value: unknown, path: Path, found: UnknownFields): void {
  if (typeof value !== 'object' || value === null) return;
  if (hasPipe(schema)) {
    for (const piece of schema.pipe) if (piece.kind === 'schema') look(piece, value, path, found);
  } else if (isLazy(schema)) look(schema.getter(value), value, path, found);
  else if (isOptional(schema)) look(schema.wrapped, value, path, found);
  else if (isJudgedLater(schema)) look(schema.later, value, path, found);
  else if (isObject(schema)) lookIntoObject(schema.entries, value, path, found);
  else if (isArray(schema) || isRecord(schema)) {
    const each = isArray(schema) ? schema.item : schema.value;
    for (const [name, one] of Object.entries(value)) look(each, one, [...path, name], found);
  }
}

function lookIntoObject(entries: v.ObjectEntries, value: object, path: Path, found: UnknownFields): void {
  if (Array.isArray(value)) return;
  for (const [name, one] of Object.entries(value)) {
    const known = Object.hasOwn(entries, name) ? entries[name] : undefined;
    if (known) look(known, one, [...path, name], found);
    else if (++found.count <= MAX_LISTED) found.paths.push([...path, name].join('.'));
  }
}

interface JudgedLater extends v.UnknownSchema {
  later: v.GenericSchema;
}

/** Takes anything, for `later` to judge when it is used: its fields are known, also in a strict request. */
export function judgedLater(later: v.GenericSchema): JudgedLater {
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

function isJudgedLater(schema: Schema): schema is JudgedLater {
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
