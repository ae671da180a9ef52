import { toReason, UsageError } from '../core/command.ts';
import { explainAccess, isDenied } from '../core/denied.ts';
import { explainEndpoint } from '../core/endpoints.ts';
import { findProcess } from './ready-file.ts';

/**
 * Explains why the service can't start: a service elsewhere does not answer, this user may not use what is in the folder, or another process
 * uses the folder, whose changes look like damage. @param elsewhere the addresses of `readEndpoints`, read before the start, which sets those
 * of the stand-ins
 */
export async function explainStart(
  error: unknown,
  dir: string | undefined,
  elsewhere: readonly string[],
): Promise<unknown> {
  const unanswered = explainEndpoint(error, elsewhere);
  if (unanswered !== undefined) return new UsageError(unanswered, { cause: error });
  if (dir !== undefined && isDenied(error))
    return new UsageError(`DATA_DIR: ${explainAccess(error).replace(/^DATA_DIR: /, '')}`, { cause: error });
  const pid = dir === undefined ? undefined : await findProcess(dir);
  if (pid === undefined) return error;
  return new Error(
    `${toReason(error).replace(/\.?$/, '.')} The process ${pid} seems to use the folder: stop it, or set another DATA_DIR.`,
    { cause: error },
  );
}
