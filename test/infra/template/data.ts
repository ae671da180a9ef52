import { describe, expect, it } from 'vitest';
import { ofType, synthesized } from './synthesized.ts';

const prod = synthesized('prod');
const dev = synthesized('dev');

const tableOf = (resources: typeof prod) => ofType(resources, 'DynamoDB::Table')[0]!;
const bucketOf = (resources: typeof prod) => ofType(resources, 'S3::Bucket')[0]!;

describe('the table', () => {
  it('has the keys that the store writes, and no index', () => {
    const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = tableOf(prod).Properties;

    expect(KeySchema).toEqual([
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ]);
    expect(AttributeDefinitions).toEqual([
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'S' },
    ]);
    expect(GlobalSecondaryIndexes).toBeUndefined();
  });

  it('is paid per request, can be restored to any second, forgets what has expired and tells what changed', () => {
    expect(tableOf(prod).Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
    });
  });

  it('outlives its stack in production, and goes with it in development', () => {
    expect(tableOf(prod)).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
    expect(tableOf(dev)).toMatchObject({
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtectionEnabled: false },
    });
  });
});

describe('the content bucket', () => {
  it('is closed to the public and encrypted', () => {
    const { PublicAccessBlockConfiguration, BucketEncryption } = bucketOf(prod).Properties;

    expect(PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(BucketEncryption.ServerSideEncryptionConfiguration).toEqual([
      { ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } },
    ]);
  });

  it('refuses what is not TLS', () => {
    const [policy] = ofType(prod, 'S3::BucketPolicy');

    expect(policy!.Properties.PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    ]);
  });

  it('outlives its stack in production, and goes with it in development', () => {
    expect(bucketOf(prod).DeletionPolicy).toBe('Retain');
    expect(bucketOf(dev).DeletionPolicy).toBe('Delete');
  });
});
