import { database } from '../../../shared/platform/store/client.ts';

/** Sends every call of `work` to DynamoDB twice and drops the first answer, as when the answer is lost and the SDK repeats the call. */
export async function withRepeatedCalls<T>(work: () => Promise<T>): Promise<T> {
  const { middlewareStack } = database();
  middlewareStack.add(
    next => async args => {
      await next(args);
      return await next(args);
    },
    { step: 'initialize', name: 'repeat' },
  );
  try {
    return await work();
  } finally {
    middlewareStack.remove('repeat');
  }
}
