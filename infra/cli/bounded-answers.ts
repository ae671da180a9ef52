import { pipeline, Readable, Transform } from 'node:stream';
import type { MiddlewareStack } from '@smithy/types';

/** An answer of DynamoDB has at most 16 MB, and those of other services are smaller. */
const MAX_BYTES = 32 * 2 ** 20;
/** For S3: the largest file of a site has 100 MB. */
export const MAX_FILE_BYTES = 128 * 2 ** 20;

/**
 * Makes the calls of a client of AWS fail when an answer is longer than any of AWS: anything may answer in its place, such as a proxy or a
 * wrong endpoint. The SDK itself would collect an answer that never ends. @returns the client
 */
export function boundAnswers<
  Input extends object,
  Output extends object,
  Client extends { middlewareStack: Pick<MiddlewareStack<Input, Output>, 'add'> },
>(client: Client, maxBytes = MAX_BYTES): Client {
  client.middlewareStack.add(
    next => async args => {
      const result = await next(args);
      const { response } = result;
      if (hasBody(response)) response.body = bounded(response.body, maxBytes);
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'boundAnswers', override: true },
  );
  return client;
}

function hasBody(response: unknown): response is { body: Readable } {
  return (
    typeof response === 'object' &&
    response !== null &&
    'body' in response &&
    response.body instanceof Readable
  );
}

function bounded(body: Readable, maxBytes: number): Readable {
  let left = maxBytes;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new Error(`The answer is longer than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
  // An error of either stream ends both; the reader of the second one gets it.
  return pipeline(body, limit, () => undefined);
}
