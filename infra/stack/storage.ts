import { Duration, NestedStack, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, StreamViewType, Table, type ITable } from 'aws-cdk-lib/aws-dynamodb';
import { CfnBucket, HttpMethods, type Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { TASKS_PREFIX } from '../../shared/images/thumbnails/task.ts';
import { PrivateBucket } from './bucket.ts';
import { Cdn } from './cdn.ts';
import type { DomainSettings, RestoredTable } from './deployment.ts';
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
  /** Used in the place of the stack's own table. */
  restoredTable?: RestoredTable | undefined;
}

/** What is kept: the one table, the private bucket for content too large for it, and the bucket that the CDN serves. */
export class Data extends NestedStack {
  readonly table: ITable;
  readonly content: Bucket;
  readonly media: Bucket;
  /** Where the media bucket is served. */
  readonly mediaUrl: string;
  readonly distributionId: string;

  constructor(scope: Construct, { prefix, stage, domain, restoredTable }: Options) {
    super(scope, 'data');
    const keep = stage === 'prod';
    const own = new Table(this, 'table', {
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
    // The stack keeps its own, so that the way back is to take the setting away.
    this.table = restoredTable ? restored(this, restoredTable) : own;
    this.content = new PrivateBucket(this, 'content', stage, {
      cors: [FORMS],
      lifecycleRules: PASSING.map(prefix => ({ prefix, expiration: DAY, noncurrentVersionExpiration: DAY })),
    });
    tellEventBridge(this.content);
    this.media = new PrivateBucket(this, 'media', stage);
    const cdn = new Cdn(this, { prefix, bucket: this.media, domain });
    this.mediaUrl = cdn.url;
    this.distributionId = cdn.distributionId;
  }
}

function restored(scope: Construct, { name, streamArn }: RestoredTable): ITable {
  return Table.fromTableAttributes(scope, 'restored', { tableName: name, tableStreamArn: streamArn });
}

/** By the bucket's own property: the construct's would bring a function of its own into the account to set it. */
function tellEventBridge(bucket: Bucket): void {
  const resource = bucket.node.defaultChild;
  if (!(resource instanceof CfnBucket)) throw new Error('a bucket is made of a CfnBucket');
  resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
}
