import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';

/** An error's body. `__type` is the exception's name behind a namespace and `#`; the message's name has either case. */
const ErrorBody = v.object({
  __type: v.optional(v.string(), 'UnknownError'),
  message: v.optional(v.string()),
  Message: v.optional(v.string()),
  CancellationReasons: v.optional(
    v.array(v.object({ Code: v.optional(v.string()), Message: v.optional(v.nullable(v.string())) })),
  ),
});

/** The exception of an error response, as the SDK makes it; only the classes that the service distinguishes are its own. */
export function exceptionOf(status: number, text: string): DynamoDBServiceException {
  const body = v.parse(ErrorBody, parseJson(text));
  const name = body.__type.slice(body.__type.indexOf('#') + 1);
  const options = { message: body.message ?? body.Message ?? name, $metadata: { httpStatusCode: status } };
  switch (name) {
    case 'TransactionCanceledException':
      return new TransactionCanceledException({
        ...options,
        CancellationReasons: (body.CancellationReasons ?? []).map(({ Code }) => ({ Code })),
      });
    case 'ConditionalCheckFailedException':
      return new ConditionalCheckFailedException(options);
    case 'TransactionConflictException':
      return new TransactionConflictException(options);
    default:
      return new DynamoDBServiceException({ ...options, name, $fault: status < 500 ? 'client' : 'server' });
  }
}

/** A proxy or a failing service may answer something that is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
