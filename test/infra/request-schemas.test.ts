import * as v from 'valibot';
import { expect, it } from 'vitest';
import { routeList } from '../../functions/routes/index.ts';

/** Whether a schema accepts objects, itself or in a part. */
function holdsObjects(schema: unknown): boolean {
  const { type, pipe, wrapped } = schema as { type: string; pipe?: unknown[]; wrapped?: unknown };
  return (
    /^(?:(?:loose_|strict_)?object|record|lazy|array)$/.test(type) ||
    [...(pipe?.slice(1) ?? []), ...(wrapped === undefined ? [] : [wrapped])].some(holdsObjects)
  );
}

it('no request schema has a choice among objects, whose unknown fields would be ambiguous', async () => {
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { type, options } = schema as { type?: string; options?: unknown[] };
    if (type === 'union' || type === 'variant' || type === 'intersect')
      expect(options?.some(holdsObjects)).toBe(false);
    const { entries, item, value, wrapped, pipe, later } = schema as Record<string, unknown>;
    for (const inner of [item, value, wrapped, later, ...(Array.isArray(pipe) ? pipe : [])]) visit(inner);
    if (typeof entries === 'object' && entries !== null) Object.values(entries).forEach(visit);
  };
  for (const row of routeList) {
    const { body, query }: { body?: v.GenericSchema; query?: v.GenericSchema } = (await row.load()).default;
    visit(body);
    visit(query);
  }
});

/** What a lazy schema may be asked for. */
const PROBES = ['', [], {}];

/** Calls back with each optional field of the objects in a schema, and its path. */
function eachOptional(schema: unknown, path: string, found: (path: string, field: v.GenericSchema) => void) {
  if (typeof schema !== 'object' || schema === null) return;
  const { entries, item, value, wrapped, pipe, later, type, getter } = schema as Record<string, any>;
  const inner = [wrapped, later, ...(Array.isArray(pipe) ? pipe.filter(part => part !== schema) : [])];
  if (type === 'lazy') inner.push(...PROBES.map(probe => getter(probe)));
  for (const part of new Set(inner)) eachOptional(part, path, found);
  if (item) eachOptional(item, `${path}[]`, found);
  if (value) eachOptional(value, `${path}{}`, found);
  if (typeof entries !== 'object') return;
  for (const [name, field] of Object.entries<any>(entries)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (/^(?:optional|nullish)$/.test(field.type)) found(at, field);
    eachOptional(field, at, found);
  }
}

/** Fields that refuse null: the resource must have a value, so leaving them out of an edit is no default; files come in forms, without null. */
const REFUSE_NULL: Readonly<Record<string, readonly string[]>> = {
  'PUT /api/1.3/drafts/{id}': ['headline'],
  'PUT /api/1.3/posts/{id}': ['headline'],
  'PUT /api/1.3/editor/posts/{id}': ['headline'],
  'PUT /api/1.3/sections/{id}': ['title', 'url'],
  'PUT /api/1.3/tags/{id}': ['title', 'url'],
  'PUT /api/1.3/badges/{id}': ['image_id', 'name'],
  'PUT /api/1.3/webhooks/{id}': ['url'],
  'POST /api/1.3/images': ['file'],
  'POST /api/1.3/documents': ['file'],
  'PUT /api/1.3/documents/{id}': ['file'],
};

it('null is accepted in every optional field of a body, at any depth, unless the resource must have a value', async () => {
  const refusing: Record<string, string[]> = {};
  let optional = 0;
  for (const { method, path, load } of routeList) {
    const { body }: { body?: v.GenericSchema } = (await load()).default;
    const names = new Set<string>();
    eachOptional(body, '', (name, field) => {
      optional++;
      if (!v.is(field, null)) names.add(name);
    });
    if (names.size > 0) refusing[`${method} ${path}`] = [...names].sort();
  }
  expect(refusing).toEqual(REFUSE_NULL);
  expect(optional).toBeGreaterThan(200);
});
