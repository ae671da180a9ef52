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

export const validationError = (message: string) =>
  new ServiceError('com.amazon.coral.validate#ValidationException', { message });

export const resourceNotFound = (message: string) =>
  new ServiceError(`${service}ResourceNotFoundException`, { message });

export const tokenMismatch = () =>
  new ServiceError(`${service}IdempotentParameterMismatchException`, {
    message: 'Request parameters do not match with previous request that used the same client token',
  });

export interface CancellationReason {
  Code: string;
  Message?: string;
  Item?: unknown;
}

export const transactionCancelled = (reasons: CancellationReason[]) =>
  new ServiceError(`${service}TransactionCanceledException`, {
    Message:
      'Transaction cancelled, please refer cancellation reasons for specific reasons ' +
      `[${reasons.map(reason => reason.Code).join(', ')}]`,
    CancellationReasons: reasons,
  });

interface Answerable {
  statusCode: number;
  body: Body;
}

/** dynalite throws plain errors that carry the same two fields. */
export const isAnswerable = (error: unknown): error is Error & Answerable =>
  error instanceof Error && 'statusCode' in error && 'body' in error;

/** The error's name without its namespace, `ValidationException` for instance. */
export const errorName = (error: Answerable) => String(error.body.__type).split('#')[1] ?? '';
