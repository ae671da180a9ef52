import type * as v from 'valibot';
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
