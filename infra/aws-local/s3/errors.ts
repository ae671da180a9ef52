const STATUS = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  BucketAlreadyOwnedByYou: 409,
  DamagedObject: 500,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidBucketName: 400,
  InvalidDigest: 400,
  InvalidPolicyDocument: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedPOSTRequest: 400,
  MalformedXML: 400,
  MaxPostPreDataLengthExceeded: 400,
  MetadataTooLarge: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
} as const;

export type S3ErrorCode = keyof typeof STATUS;

/** An error in S3's words; `details` become further elements of the error document. */
export class S3Error extends Error {
  readonly code: S3ErrorCode;
  readonly status: number;
  readonly details: Record<string, string | number>;

  constructor(code: S3ErrorCode, message: string, details: Record<string, string | number> = {}) {
    super(message);
    this.name = code;
    this.code = code;
    this.status = STATUS[code];
    this.details = details;
  }
}

export function noSuchKey(key: string) {
  return new S3Error('NoSuchKey', 'The specified key does not exist.', { Key: key });
}

export function noSuchBucket(bucket: string) {
  return new S3Error('NoSuchBucket', 'The specified bucket does not exist', { BucketName: bucket });
}

export function preconditionFailed(condition: string) {
  return new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    Condition: condition,
  });
}

export function notImplemented(what: string) {
  return new S3Error('NotImplemented', `The local S3 stand-in does not implement ${what}.`);
}
