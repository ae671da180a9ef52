/** Converts `record-page-views` and `api_keys` to camel case. */
export function toCamelCase(name: string): string {
  return name.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export type Camel<S extends string> = S extends `${infer A}-${infer B}`
  ? `${Camel<A>}${Capitalize<Camel<B>>}`
  : S extends `${infer A}_${infer B}`
    ? `${Camel<A>}${Capitalize<Camel<B>>}`
    : S;
