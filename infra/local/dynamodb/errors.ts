interface Body {
  [field: string]: unknown;
  __type?: unknown;
  message?: string;
  Item?: unknown;
}

/** An error as the service answers it: status and body go out as they are. */
export class ServiceError extends Error {
  readonly statusCode: number;
  readonly body: Body;

  constructor(type: string, body: Body, statusCode = 400) {
    super(body.message ?? type);
    this.statusCode = statusCode;
    this.body = { __type: type, ...body };
  }
}

const service = 'com.amazonaws.dynamodb.v20120810#';

export function validationError(message: string) {
  return new ServiceError('com.amazon.coral.validate#ValidationException', { message });
}

export function resourceNotFound(message: string) {
  return new ServiceError(`${service}ResourceNotFoundException`, { message });
}

export function tokenMismatch() {
  return new ServiceError(`${service}IdempotentParameterMismatchException`, {
    message: 'Request parameters do not match with previous request that used the same client token',
  });
}

export interface CancellationReason {
  Code: string;
  Message?: string;
  Item?: unknown;
}

export function transactionCancelled(reasons: CancellationReason[]) {
  return new ServiceError(`${service}TransactionCanceledException`, {
    Message:
      'Transaction cancelled, please refer cancellation reasons for specific reasons ' +
      `[${reasons.map(reason => reason.Code).join(', ')}]`,
    CancellationReasons: reasons,
  });
}

interface Answerable {
  statusCode: number;
  body: Body;
}

/** dynalite throws plain errors that carry the same two fields. */
export function isAnswerable(error: unknown): error is Error & Answerable {
  return error instanceof Error && 'statusCode' in error && 'body' in error;
}

/** The error's name without its namespace, `ValidationException` for instance. */
export function errorName(error: Answerable) {
  return String(error.body.__type).split('#')[1] ?? '';
}
