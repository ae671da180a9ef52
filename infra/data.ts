import { Duration, NestedStack, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { CfnBucket, HttpMethods, type Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { TASKS_PREFIX } from '../shared/images/thumbnails/task.ts';
import { PrivateBucket } from './bucket.ts';
import { Cdn } from './cdn.ts';
import type { DomainSettings } from './deployment.ts';
import type { Stage } from './settings.ts';
import { EXPIRY_ATTRIBUTE, TABLE_KEYS } from './table.ts';

/** What the browser of whoever has a signed form may do; the signature is what protects the bucket. */
const FORMS = { allowedMethods: [HttpMethods.POST], allowedOrigins: ['*'], allowedHeaders: ['*'] };
const DAY = Duration.days(1);
/** Where objects lie that are of no use after a day: uploads that nobody claimed, tasks. */
const PASSING = ['uploads/', TASKS_PREFIX];

interface Options {
  prefix: string;
  stage: Stage;
  /** The name under which the media are served. */
  domain?: DomainSettings | undefined;
}

/** What is kept: the one table, the private bucket for content too large for it, and the bucket that the CDN serves. */
export class Data extends NestedStack {
  readonly table: Table;
  readonly content: Bucket;
  readonly media: Bucket;
  /** Where the media bucket is served. */
  readonly mediaUrl: string;

  constructor(scope: Construct, { prefix, stage, domain }: Options) {
    super(scope, 'data');
    const keep = stage === 'prod';
    this.table = new Table(this, 'table', {
      partitionKey: { name: TABLE_KEYS.partition, type: AttributeType.STRING },
      sortKey: { name: TABLE_KEYS.sort, type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: EXPIRY_ATTRIBUTE,
      // The stream only wakes the outbox worker, which reads the table: it needs no images.
      stream: StreamViewType.KEYS_ONLY,
      deletionProtection: keep,
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.content = new PrivateBucket(this, 'content', stage, {
      cors: [FORMS],
      lifecycleRules: PASSING.map(prefix => ({ prefix, expiration: DAY, noncurrentVersionExpiration: DAY })),
    });
    tellEventBridge(this.content);
    this.media = new PrivateBucket(this, 'media', stage);
    this.mediaUrl = new Cdn(this, { prefix, bucket: this.media, domain }).url;
  }
}

/** By the bucket's own property: the construct's would bring a function of its own into the account to set it. */
function tellEventBridge(bucket: Bucket): void {
  const resource = bucket.node.defaultChild;
  if (!(resource instanceof CfnBucket)) throw new Error('a bucket is made of a CfnBucket');
  resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
}
