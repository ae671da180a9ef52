import { toReason, UsageError } from '../core/command.ts';
import { explainAccess, isDenied } from '../core/denied.ts';
import { VARIABLES } from '../core/environment.ts';
import { findProcess } from './ready-file.ts';

const NO_CONNECTION = ['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENOTFOUND', 'ETIMEDOUT'];

/**
 * The variables that name a service in place of a stand-in, as `name=address`. To be read before the start, which sets those of the
 * stand-ins.
 */
export function readEndpoints(variables: NodeJS.ProcessEnv): string[] {
  return Object.keys(VARIABLES)
    .filter(name => name.startsWith('AWS_ENDPOINT_URL_') && variables[name])
    .map(name => `${name}=${variables[name]}`);
}

/**
 * Explains why the service can't start: a service elsewhere does not answer, this user may not use what is in the folder, or another process
 * uses the folder, whose changes look like damage.
 */
export async function explainStart(
  error: unknown,
  dir: string | undefined,
  elsewhere: readonly string[],
): Promise<unknown> {
  if (elsewhere.length > 0 && isNoConnection(error))
    return new UsageError(`No service answers at ${elsewhere.join(', or at ')}: ${toReason(error)}`, {
      cause: error,
    });
  if (dir !== undefined && isDenied(error))
    return new UsageError(`DATA_DIR: ${explainAccess(error).replace(/^DATA_DIR: /, '')}`, { cause: error });
  const pid = dir === undefined ? undefined : await findProcess(dir);
  if (pid === undefined) return error;
  return new Error(
    `${toReason(error).replace(/\.?$/, '.')} The process ${pid} seems to use the folder: stop it, or set another DATA_DIR.`,
    { cause: error },
  );
}

function isNoConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_CONNECTION.includes(String(error.code));
}
