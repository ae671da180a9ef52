/** An AWS quota that the local engines enforce. */
export interface Quota {
  /** The limited quantity, in AWS's terms. */
  what: string;
  /** The largest value that is accepted. */
  max: number;
  source: string;
}

const HTTP_API = 'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html';
const LAMBDA = 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html';
const DYNAMODB = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html';
const BATCH_GET = 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html';
const BATCH_WRITE = 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html';
const S3_KEYS = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html';
const S3_METADATA = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html';
const S3_POST = 'https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html';
const S3_DELETE = 'https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html';
const S3_LIST = 'https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html';
const SCHEDULER = 'https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html';
const SCHEDULER_TARGET = 'https://docs.aws.amazon.com/scheduler/latest/APIReference/API_Target.html';

/** Sizes are in bytes. A test sends a request just below and just above each. */
export const QUOTAS = {
  requestHeadBytes: { what: 'request line and header values', max: 10_240, source: HTTP_API },
  payloadBytes: { what: 'payload of a request', max: 10_000_000, source: HTTP_API },
  eventBytes: { what: 'event of a synchronous invocation', max: 6_291_456, source: LAMBDA },
  answerBytes: { what: 'answer of a synchronous invocation', max: 6_291_556, source: LAMBDA },
  itemBytes: { what: 'item, names of its attributes included', max: 409_600, source: DYNAMODB },
  partitionKeyBytes: { what: 'partition key', max: 2048, source: DYNAMODB },
  sortKeyBytes: { what: 'sort key', max: 1024, source: DYNAMODB },
  expressionBytes: { what: 'text of an expression', max: 4096, source: DYNAMODB },
  transactionItems: { what: 'actions of a transaction', max: 100, source: DYNAMODB },
  transactionBytes: { what: 'all items of a transaction', max: 4_194_304, source: DYNAMODB },
  batchGetItems: { what: 'keys of a BatchGetItem', max: 100, source: BATCH_GET },
  batchGetBytes: { what: 'items of a BatchGetItem', max: 16_777_216, source: BATCH_GET },
  batchWriteItems: { what: 'puts and deletes of a BatchWriteItem', max: 25, source: BATCH_WRITE },
  queryPageBytes: { what: 'items of a page of a Query', max: 1_048_576, source: DYNAMODB },
  objectKeyBytes: { what: 'key of an object', max: 1024, source: S3_KEYS },
  objectMetadataBytes: { what: 'metadata of an object', max: 2048, source: S3_METADATA },
  formFieldsBytes: { what: 'fields of a form before its file', max: 20_480, source: S3_POST },
  deletedObjects: { what: 'keys of a DeleteObjects', max: 1000, source: S3_DELETE },
  listedObjects: { what: 'keys of a page of a list', max: 1000, source: S3_LIST },
  scheduleNameLength: { what: 'characters of the name of a schedule', max: 64, source: SCHEDULER },
  scheduleInputBytes: { what: 'input of the target of a schedule', max: 262_144, source: SCHEDULER_TARGET },
} as const satisfies Record<string, Quota>;
