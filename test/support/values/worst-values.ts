import type * as v from 'valibot';

/** Texts for which patterns, splitting and counting are slowest when repeated. */
const PIECES = [
  'a',
  'a@',
  '@',
  '.',
  'a.',
  'a@a.',
  ' ',
  ' a',
  '-',
  'a-',
  'a_',
  '/',
  'a/',
  '../',
  '%',
  '%e0%a4',
  ',',
  'a,',
  '1',
  '1x1',
  '"',
  '<',
  '&',
  '[media-image ',
  '\u0301\u0316',
  '\u200d',
  '\u0000',
  '😀',
  '\ud800',
  'http://a@',
];

function repeated(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length));
}

export function worstTexts(length: number): string[] {
  return PIECES.map(piece => repeated(piece, length));
}

function entries(count: number, value: (index: number) => unknown): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value(index)]));
}

function nested(depth: number): unknown {
  return depth === 0 ? [] : [nested(depth - 1)];
}

/** Arrays and objects with many entries, whose JSON has about this length. */
export function worstContainers(length: number): unknown[] {
  return [
    Array.from({ length: length / 2 }, () => 0),
    Array.from({ length: length / 3 }, () => ({})),
    Array.from({ length: length / 3 }, () => []),
    Array.from({ length: length / 4 }, (_, index) => `${index % 10}`),
    Array.from({ length: length / 100 }, () => nested(48)),
    ...[10, 100, 1000].map(count => Array.from({ length: count }, () => repeated('a@', length / count))),
    entries(length / 10, () => 0),
    entries(length / 10, () => ({})),
    entries(20, () => repeated('a@', length / 20)),
  ];
}

type Shape = Record<string, any>;

export interface Field {
  path: string;
  schema: Shape;
}

/** Every field of a schema, including those nested in objects, arrays and records. */
export function* fieldsIn(schema: Shape, path = ''): Generator<Field> {
  for (const piece of listPieces(schema)) {
    const inner: [string, Shape][] = Object.entries(piece.entries ?? {});
    if (piece.type === 'array') inner.push(['0', piece.item]);
    if (piece.type === 'record') inner.push(['<name>', piece.value]);
    for (const [step, shape] of inner) {
      const below = path === '' ? step : `${path}.${step}`;
      yield { path: below, schema: shape };
      yield* fieldsIn(shape, below);
    }
  }
}

/** The schemas that check a value themselves, below pipes, options and unions. */
function listPieces(schema: Shape): Shape[] {
  if (Array.isArray(schema.pipe))
    return schema.pipe.filter(piece => piece.kind === 'schema').flatMap(piece => listPieces(piece));
  if (schema.wrapped) return listPieces(schema.wrapped);
  if (schema.later) return listPieces(schema.later);
  if (schema.type === 'lazy') return ['', [], {}].flatMap(probe => listPieces(schema.getter(probe)));
  if (schema.type === 'union') return schema.options.flatMap(listPieces);
  return [schema];
}

/** A value with the maximum number of invalid entries at each place, up to this length as JSON. */
export function crowded(schema: v.GenericSchema, length: number): unknown {
  let left = length;
  const fill = (shape: Shape): unknown => {
    left -= 5;
    if (left < 0) return {};
    const most = shape.pipe?.find(({ type }: Shape) => /^max_(?:length|entries)$/.test(type))?.requirement;
    const [piece = {}] = listPieces(shape).filter(({ type }) => /^(?:array|record|object)$/.test(type));
    const count = Math.min(most ?? 1, left);
    if (piece.type === 'array') return Array.from({ length: count }, () => fill(piece.item));
    if (piece.type === 'record') return entries(count, () => fill(piece.value));
    if (piece.type !== 'object') return {};
    return Object.fromEntries(
      Object.entries<Shape>(piece.entries).map(([name, entry]) => [name, fill(entry)]),
    );
  };
  return fill(schema);
}
