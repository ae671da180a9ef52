import * as v from 'valibot';
import type { AnyEndpoint } from '../../../shared/platform/http/endpoint.ts';
import { queryFlag, queryList } from '../../../shared/platform/http/query.ts';
import { readMessage } from './schemas/actions.ts';
import { convert, type JsonSchema } from './schemas/convert.ts';
import { limitWords } from './words/limits.ts';
import { parameterWords } from './words/parameters.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  description: string;
  required?: true;
  style?: 'form';
  explode?: false;
  schema: JsonSchema;
}

type Piece = v.GenericSchema | v.GenericPipeItem;

/** The path and query parameters of an endpoint. @throws Error for a parameter without a description */
export function describeParameters({ path, query }: Pick<AnyEndpoint, 'path' | 'query'>): Parameter[] {
  return [
    ...listEntries(path).map(([name, schema]) => parameter('path', name, schema)),
    ...listEntries(query).map(([name, schema]) => parameter('query', name, schema)),
  ];
}

/** Conditions on the query as a whole, as sentences. */
export function describeConditions({ query }: Pick<AnyEndpoint, 'query'>): string[] {
  return query
    ? flattenPipe(query).flatMap(piece => (piece.kind === 'validation' ? readMessage(piece) : []))
    : [];
}

function listEntries(schema: v.GenericSchema | undefined): [string, v.GenericSchema][] {
  if (!schema) return [];
  const [object] = flattenPipe(schema);
  if (!object || !('entries' in object)) throw new Error('A path or a query is an object');
  return Object.entries(v.parse(v.record(v.string(), v.custom<v.GenericSchema>(Boolean)), object.entries));
}

function parameter(place: Parameter['in'], name: string, schema: v.GenericSchema): Parameter {
  const { pieces, isOptional, initial } = unwrapOptional(schema);
  const json = toSchema(pieces);
  const value = initial === undefined ? undefined : toDefault(initial, json);
  const whole = value === undefined ? json : { ...json, default: value };
  const words = parameterWords(name);
  const { description: added, ...keywords } = whole;
  const description = [words, ...(added === undefined ? [] : [added]), ...limitWords(name, whole, words)];
  return {
    name,
    in: place,
    description: description.join(' '),
    ...((place === 'path' || !isOptional) && { required: true as const }),
    // Repeated names are accepted as well; this is shorter.
    ...(json.type === 'array' && { style: 'form', explode: false }),
    schema: keywords,
  };
}

interface Unwrapped {
  pieces: Piece[];
  isOptional: boolean;
  initial: unknown;
}

/** The schema within `optional`, and its default. A parameter with a required value is not optional. */
function unwrapOptional(schema: v.GenericSchema): Unwrapped {
  const pieces = flattenPipe(schema);
  const [first, ...others] = pieces;
  if (first?.type !== 'optional' || !('wrapped' in first))
    return { pieces, isOptional: false, initial: undefined };
  const wrapped = v.parse(v.custom<v.GenericSchema>(Boolean), first.wrapped);
  const isFixed = others.some(({ type }) => type === 'literal');
  const initial = 'default' in first && !isFixed ? first.default : undefined;
  return { pieces: [...flattenPipe(wrapped), ...others], isOptional: !isFixed, initial };
}

/** The schema with all actions of its nested pipes. */
function flattenPipe(schema: Piece): Piece[] {
  if (!('pipe' in schema) || !Array.isArray(schema.pipe)) return [schema];
  return schema.pipe.flatMap((piece: Piece) => (piece === schema ? [piece] : flattenPipe(piece)));
}

const [, splitting] = queryList.pipe;
const [, meaning] = queryFlag.pipe;

/** Queries are text; they are described by the parsed type. */
function toSchema(pieces: readonly Piece[]): JsonSchema {
  const literal = pieces.find(({ type }) => type === 'literal');
  if (literal) return { type: 'boolean', const: true };
  if (pieces.some(piece => piece === meaning)) return { type: 'boolean' };
  const at = pieces.findIndex(piece => piece === splitting || isToNumber(piece));
  if (at === -1) return convert(piped(pieces), 'sent');
  const base = pieces[at] === splitting ? v.array(v.string()) : v.pipe(v.number(), v.safeInteger());
  const rest = pieces.slice(at + 1).filter(({ kind, type }) => kind !== 'schema' && type !== 'transform');
  return convert(piped([...flattenPipe(base), ...rest]), 'sent');
}

function isToNumber(piece: Piece): boolean {
  return 'operation' in piece && piece.operation === Number;
}

function piped([first, ...others]: readonly Piece[]): v.GenericSchema {
  if (first?.kind !== 'schema') throw new Error('A pipe begins with a schema');
  const pipe = [first, ...others];
  return Object.assign({ ...first }, { pipe });
}

/** Defaults in the schemas are in the form of a request. */
function toDefault(initial: unknown, { type }: JsonSchema): string | number | boolean | undefined {
  if (typeof initial !== 'string') throw new Error('The default of a query parameter is text');
  if (type === 'array') return undefined;
  if (type === 'boolean') return initial === '1';
  return type === 'integer' ? Number(initial) : initial;
}
