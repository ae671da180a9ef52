/** An error of the system: its codes, and the message of the C library, which LevelDB's errors have instead of a code. */
interface SystemError {
  readonly codes: readonly string[];
  readonly message: RegExp;
}

/** Finds the entry of a table that describes an error. */
export function findSystemError<T extends SystemError>(table: readonly T[], error: unknown): T | undefined {
  if (!(error instanceof Error)) return undefined;
  const sent = 'code' in error ? String(error.code) : '';
  return table.find(({ codes, message }) => codes.includes(sent) || message.test(error.message));
}
