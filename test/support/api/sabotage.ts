import { isInvokedByEvent } from '../../../infra/aws-local/lambda/background.ts';
import { withLayer } from '../aws/with-layer.ts';

/**
 * Makes the first `times` calls to the table fail while `task` runs; `commands` limits this to some commands. Calls of the local stack's
 * workers pass, because they would fail at random in place of those of `task`.
 */
export async function sabotaged<T>(
  error: Error,
  task: () => Promise<T>,
  commands?: readonly string[],
  times = Infinity,
): Promise<T> {
  let failed = 0;
  const result = await withLayer(async ({ operation }, next) => {
    const meant = !isInvokedByEvent() && (commands?.includes(`${operation}Command`) ?? true);
    if (!meant || failed >= times) return await next();
    failed++;
    throw error;
  }, task);
  // Without this check a test with a misspelt command would pass without proving anything.
  if (failed === 0) throw new Error('Nothing was sabotaged');
  return result;
}
