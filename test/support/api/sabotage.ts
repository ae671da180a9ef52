import { isInvokedByEvent } from '../../../infra/aws-local/lambda/background.ts';
import { database } from '../../../shared/platform/store/client.ts';

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
  const { middlewareStack } = database();
  let failed = 0;
  middlewareStack.add(
    (next, context) => async args => {
      const meant = !isInvokedByEvent() && (commands?.includes(context.commandName ?? '') ?? true);
      if (!meant || failed >= times) return await next(args);
      failed++;
      throw error;
    },
    { step: 'initialize', name: 'sabotage' },
  );
  try {
    const result = await task();
    // Without this check a test with a misspelt command would pass without proving anything.
    if (failed === 0) throw new Error('Nothing was sabotaged');
    return result;
  } finally {
    middlewareStack.remove('sabotage');
  }
}
