import type { Described } from './shape.ts';

/** The reduced OpenAPI document, which the build puts here (infra/sites/desk/describe.ts). */
export const described: Described = { operations: {}, roles: [] };
