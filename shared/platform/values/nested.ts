import * as v from 'valibot';
import { isNullable } from '../core/matches.ts';

/** An optional field of a request without a default: null means the same as leaving it out. */
export function maybe<S extends v.GenericSchema>(schema: S) {
  return v.pipe(
    v.nullish(schema),
    v.transform(value => value ?? undefined),
  );
}

type Nullable = v.NullableSchema<v.GenericSchema, undefined>;
type Maybe<E extends v.ObjectEntries> = {
  [K in keyof E]: E[K] extends Nullable ? v.OptionalSchema<E[K], undefined> : ReturnType<typeof maybe<E[K]>>;
};

/** Makes all fields optional. null means the same as leaving one out, except where it is itself a value of the field. */
export function maybeEach<E extends v.ObjectEntries>(entries: E): Maybe<E>;
export function maybeEach(entries: v.ObjectEntries) {
  return Object.fromEntries(
    Object.entries(entries).map(([name, schema]) => [
      name,
      isNullable(schema) ? v.optional(schema) : maybe(schema),
    ]),
  );
}

/**
 * An object inside a field of a request, which takes the place of the one before. What is not given is left out of it, because it is stored,
 * compared and answered as it was sent.
 */
export function nested<E extends v.ObjectEntries>(entries: E) {
  return v.pipe(v.object(entries), v.transform(withoutGaps));
}

function withoutGaps<T extends object>(value: T): T;
function withoutGaps(value: object) {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));
}
