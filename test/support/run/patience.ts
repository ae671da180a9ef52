/** Ends only what hangs: a slow machine is no fault of the service. Mutation testing, where mutants hang on purpose, sets less. */
export const HANGS_AFTER_MS = Number(process.env.HANGS_AFTER_MS ?? 120_000);
