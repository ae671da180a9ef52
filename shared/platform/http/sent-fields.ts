import * as v from 'valibot';
import { describeIssues, fault } from '../core/faults.ts';

/** How many fields are listed; the others are only counted. */
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
  walk(schema, value, [], {
    onUnknown: path => {
      if (++found.count <= MAX_LISTED) found.paths.push(path.join('.'));
    },
    entersLater: true,
  });
  return found;
}

/**
 * Parses what was sent. An array where an object is expected is a fault: valibot's objects accept one, so all of it would be
 * ignored silently. An empty array is accepted, because PHP sends it for an empty object.
 */
export function parseSent<S extends v.GenericSchema>(schema: S, sent: unknown) {
  const result = v.safeParse(schema, sent);
  const arrays: string[] = [];
  walk(schema, sent, [], {
    onArray: path => {
      if (arrays.length < MAX_LISTED) arrays.push(path.join('.'));
    },
  });
  // An array in place of an object is one fault: the fields that the object would need are not reported too.
  const issues = (result.issues ?? []).filter(issue => !arrays.some(path => isWithin(issue, path)));
  return { result, faults: [...arrays.map(describeArray), ...describeIssues(issues)] };
}

function isWithin(issue: v.BaseIssue<unknown>, path: string): boolean {
  return path === '' || `${v.getDotPath(issue)}.`.startsWith(`${path}.`);
}

function describeArray(path: string): string {
  const sentence = 'must be an object';
  return path === '' ? sentence : fault(path, sentence);
}

type Path = readonly (string | number)[];

interface Visit {
  /** Called with each field that the schema doesn't name. */
  onUnknown?: (path: Path) => void;
  /** Called with each array that has entries in the place of an object. */
  onArray?: (path: Path) => void;
  /** Whether to look into what is validated on use. */
  entersLater?: boolean;
}

function walk(schema: v.GenericSchema, value: unknown, path: Path, visit: Visit): void {
  if (typeof value !== 'object' || value === null) return;
  if (hasPipe(schema)) {
    for (const piece of schema.pipe) if (piece.kind === 'schema') walk(piece, value, path, visit);
  } else if (isLazy(schema)) walk(schema.getter(value), value, path, visit);
  else if (isOptional(schema)) walk(schema.wrapped, value, path, visit);
  else if (isValidatedLater(schema)) {
    if (visit.entersLater) walk(schema.later, value, path, visit);
  } else if (isObject(schema) || isRecord(schema)) walkObject(schema, value, path, visit);
  else if (isArray(schema))
    for (const [index, member] of Object.entries(value)) walk(schema.item, member, [...path, index], visit);
}

function walkObject(schema: ObjectSchema | RecordSchema, value: object, path: Path, visit: Visit): void {
  if (Array.isArray(value)) {
    if (value.length > 0) visit.onArray?.(path);
    return;
  }
  const read = isRecord(schema)
    ? () => schema.value
    : (name: string) => (Object.hasOwn(schema.entries, name) ? schema.entries[name] : undefined);
  for (const [name, member] of Object.entries(value)) {
    const known = read(name);
    if (known) walk(known, member, [...path, name], visit);
    else visit.onUnknown?.([...path, name]);
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
type ObjectSchema = v.ObjectSchema<v.ObjectEntries, undefined>;
type RecordSchema = v.RecordSchema<Key, Schema, undefined>;

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

function isObject(schema: Schema): schema is ObjectSchema {
  return /^(?:strict_)?object$/.test(schema.type);
}

function isArray(schema: Schema): schema is v.ArraySchema<Schema, undefined> {
  return schema.type === 'array';
}

function isRecord(schema: Schema): schema is RecordSchema {
  return schema.type === 'record';
}
