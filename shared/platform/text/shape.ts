import * as v from 'valibot';

/**
 * An object that has these properties already, to start large objects with: `{ ...SHAPE, ... }`. V8 switches an object that gains more
 * than a dozen properties to dictionary mode, and serializing such an answer takes forty times as long.
 */
export function makeShape(names: readonly string[]): object {
  const shape: unknown = JSON.parse(JSON.stringify(Object.fromEntries(names.map(name => [name, null]))));
  v.assert(v.object({}), shape);
  return shape;
}

/** Copies the named properties onto a shape; any other property of `value` stays out. */
export function pickInto<T extends object, K extends keyof T>(
  shape: object,
  value: T,
  names: readonly K[],
): Pick<T, K>;
export function pickInto(shape: object, value: Record<string, unknown>, names: readonly string[]): object {
  const picked: Record<string, unknown> = { ...shape };
  for (const name of names) picked[name] = value[name];
  return picked;
}
