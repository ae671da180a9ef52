interface Body {
  [field: string]: unknown;
  __type?: unknown;
  message?: string;
  Item?: unknown;
}

/** An error in DynamoDB's shape; status and body are sent unchanged. */
export class ServiceError extends Error {
  readonly statusCode: number;
  readonly body: Body;

  constructor(type: string, body: Body, statusCode = 400) {
    super(body.message ?? type);
    this.statusCode = statusCode;
    this.body = { __type: type, ...body };
  }
}

const SERVICE = 'com.amazonaws.dynamodb.v20120810#';

export function validationError(message: string) {
  return new ServiceError('com.amazon.coral.validate#ValidationException', { message });
}

export function resourceNotFound(message: string) {
  return new ServiceError(`${SERVICE}ResourceNotFoundException`, { message });
}

/** The service's error for a fault of its own, after which a client may try again. */
export function unavailable(cause: unknown) {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new ServiceError(`${SERVICE}InternalServerError`, { message }, 500);
}

export function tokenMismatch() {
  return new ServiceError(`${SERVICE}IdempotentParameterMismatchException`, {
    message: 'Request parameters do not match with previous request that used the same client token',
  });
}

export interface CancellationReason {
  Code: string;
  Message?: string;
  Item?: unknown;
}

export function transactionCancelled(reasons: CancellationReason[]) {
  return new ServiceError(`${SERVICE}TransactionCanceledException`, {
    Message:
      'Transaction cancelled, please refer cancellation reasons for specific reasons ' +
      `[${reasons.map(reason => reason.Code).join(', ')}]`,
    CancellationReasons: reasons,
  });
}

export interface Answerable {
  statusCode: number;
  body: Body;
}

/** Recognises dynalite's plain errors, which have the same two fields. */
export function isAnswerable(error: unknown): error is Error & Answerable {
  return error instanceof Error && 'statusCode' in error && 'body' in error;
}

/** The error's name without its namespace, such as `ValidationException`. */
export function errorName(error: Answerable) {
  return String(error.body.__type).split('#')[1] ?? '';
}
