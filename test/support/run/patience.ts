/** So long that only tests that hang exceed it, not those on a slow machine. Mutation testing, where mutants hang on purpose, sets less. */
export const HANGS_AFTER_MS = Number(process.env.HANGS_AFTER_MS ?? 120_000);
