import { NestedStack, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Stage } from './settings.ts';
import { EXPIRY_ATTRIBUTE, TABLE_KEYS } from './table.ts';

/** What is kept: the one table, and the bucket for content that is too large for it. */
export class Data extends NestedStack {
  readonly table: Table;
  readonly content: Bucket;

  constructor(scope: Construct, stage: Stage) {
    super(scope, 'data');
    const keep = stage === 'prod';
    const removalPolicy = keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    this.table = new Table(this, 'table', {
      partitionKey: { name: TABLE_KEYS.partition, type: AttributeType.STRING },
      sortKey: { name: TABLE_KEYS.sort, type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: EXPIRY_ATTRIBUTE,
      // The stream only wakes the outbox worker, which reads the table: it needs no images.
      stream: StreamViewType.KEYS_ONLY,
      deletionProtection: keep,
      removalPolicy,
    });
    this.content = new Bucket(this, 'content', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy,
      autoDeleteObjects: !keep,
    });
  }
}
