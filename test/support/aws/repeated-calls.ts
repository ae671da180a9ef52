import { withLayer } from './with-layer.ts';

/** Sends every call of `work` to DynamoDB twice and drops the first answer, as when the answer is lost and the SDK repeats the call. */
export function withRepeatedCalls<T>(work: () => Promise<T>): Promise<T> {
  return withLayer(async (_call, next) => {
    await next();
    return await next();
  }, work);
}
