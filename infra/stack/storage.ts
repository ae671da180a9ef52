import { RemovalPolicy, Duration, NestedStack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, StreamViewType, Table, type ITable } from 'aws-cdk-lib/aws-dynamodb';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  CfnBucket,
  HttpMethods,
  type BucketProps,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { TASKS_PREFIX } from '../../shared/library/images/thumbnails/task.ts';
import { Cdn } from './edge/cdn.ts';
import type { RestoredTable } from './deployment.ts';
import type { DomainSettings } from './domain-settings.ts';
import { Edge, type EdgeOptions } from './edge/edge.ts';
import { EXPIRY_ATTRIBUTE, TABLE_KEYS } from './table.ts';

/**
 * What happens to a store when its stack is deleted. By default it is retained, unless the deployment that creates it fails: an
 * empty store that outlived each failed attempt would only have to be found and deleted by hand.
 */
function chooseRemovalPolicy(retained: boolean): RemovalPolicy {
  return retained ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}

/** As long as the table can be restored to, so that the files of restored records can be restored too. */
const RETENTION = Duration.days(35);

/** A private bucket that requires TLS and keeps deleted objects for a while. */
class PrivateBucket extends Bucket {
  constructor(
    scope: Construct,
    id: string,
    retained: boolean,
    { lifecycleRules = [], ...others }: Pick<BucketProps, 'cors' | 'lifecycleRules'> = {},
  ) {
    super(scope, id, {
      ...others,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [
        ...lifecycleRules,
        {
          noncurrentVersionExpiration: RETENTION,
          expiredObjectDeleteMarker: true,
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      removalPolicy: chooseRemovalPolicy(retained),
      autoDeleteObjects: !retained,
    });
  }
}

/** CORS rules for presigned forms, which browsers send from any origin. The form's signature protects the bucket. */
const FORMS = { allowedMethods: [HttpMethods.POST], allowedOrigins: ['*'], allowedHeaders: ['*'] };
const DAY = Duration.days(1);
/** CORS rules for signed addresses of files, which pages of any origin may show and read. */
const SIGNED_READS = {
  allowedMethods: [HttpMethods.GET, HttpMethods.HEAD],
  allowedOrigins: ['*'],
  allowedHeaders: ['*'],
};
/** The prefixes of objects that expire after a day: unclaimed uploads and finished tasks. */
const EXPIRING_PREFIXES = ['uploads/', TASKS_PREFIX];

interface Options {
  prefix: string;
  /** Whether the stores survive the stack. */
  retained: boolean;
  /** Whether the table is protected from deletion. */
  isProtected: boolean;
  /** Whether a CDN serves the media. */
  hasCdn: boolean;
  /** The domain name of the CDN. */
  domain?: DomainSettings | undefined;
  /** Used instead of the stack's own table. */
  restoredTable?: RestoredTable | undefined;
}

/** The stores: the table, the private bucket for content that exceeds an item, and the bucket that the CDN serves. */
export class Data extends NestedStack {
  readonly table: ITable;
  readonly content: Bucket;
  readonly media: Bucket;
  readonly cdn: Cdn | undefined;

  constructor(scope: Construct, { prefix, retained, isProtected, hasCdn, domain, restoredTable }: Options) {
    super(scope, 'data');
    const own = new Table(this, 'table', {
      partitionKey: { name: TABLE_KEYS.partition, type: AttributeType.STRING },
      sortKey: { name: TABLE_KEYS.sort, type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: EXPIRY_ATTRIBUTE,
      // The stream only wakes workers, which read the table, so it needs no images.
      stream: StreamViewType.KEYS_ONLY,
      deletionProtection: isProtected,
      removalPolicy: chooseRemovalPolicy(retained),
    });
    // The stack keeps its own table; removing the setting restores its use.
    this.table = restoredTable ? importRestoredTable(this, restoredTable) : own;
    this.content = new PrivateBucket(this, 'content', retained, {
      cors: [FORMS],
      lifecycleRules: EXPIRING_PREFIXES.map(prefix => ({
        prefix,
        expiration: DAY,
        noncurrentVersionExpiration: DAY,
      })),
    });
    sendEventsToEventBridge(this.content);
    this.media = new PrivateBucket(this, 'media', retained, hasCdn ? {} : { cors: [SIGNED_READS] });
    if (hasCdn) this.cdn = new Cdn(this, { prefix, bucket: this.media, domain });
  }

  /** The edge is in the stack of its bucket, because each names the other. */
  addEdge(options: Omit<EdgeOptions, 'cdn'>): Edge {
    return new Edge(this, { ...options, cdn: this.cdn });
  }
}

function importRestoredTable(scope: Construct, { name, streamArn }: RestoredTable): ITable {
  return Table.fromTableAttributes(scope, 'restored', { tableName: name, tableStreamArn: streamArn });
}

/** Sets the property of the CfnBucket, because the construct's option would deploy an additional function to set it. */
function sendEventsToEventBridge(bucket: Bucket): void {
  const resource = bucket.node.defaultChild;
  if (!(resource instanceof CfnBucket)) throw new Error('a bucket is made of a CfnBucket');
  resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
}
