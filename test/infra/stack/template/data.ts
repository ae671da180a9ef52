import { describe, expect, it } from 'vitest';
import { ofType, synthesized, target } from './synthesized.ts';

const prod = synthesized('prod');
const dev = synthesized('dev');

function findTable(resources: typeof prod) {
  return ofType(resources, 'DynamoDB::Table')[0]!;
}

function findBucket(resources: typeof prod, name: string) {
  return ofType(resources, 'S3::Bucket').find(({ logicalId }) => logicalId.startsWith(name))!;
}

function findPolicy(name: string): any[] {
  return ofType(prod, 'S3::BucketPolicy').find(
    policy => target(prod, policy, policy.Properties.Bucket) === findBucket(prod, name),
  )!.Properties.PolicyDocument.Statement;
}

function findRules(name: string): any[] {
  return findBucket(prod, name).Properties.LifecycleConfiguration.Rules;
}

/** The statement that denies all access without TLS. */
const REFUSAL = expect.objectContaining({
  Effect: 'Deny',
  Principal: { AWS: '*' },
  Action: 's3:*',
  Condition: { Bool: { 'aws:SecureTransport': 'false' } },
});

describe('table of the deployment', () => {
  it('has the keys that the store writes, and no index', () => {
    const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = findTable(prod).Properties;

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

  it('has on-demand billing, point-in-time recovery, a time to live and a stream', () => {
    expect(findTable(prod).Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
    });
  });

  it('is retained with its stack’s deletion in production and deleted in development', () => {
    expect(findTable(prod).DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(findTable(dev).DeletionPolicy).toBe('Delete');
  });
});

it('the deployment has exactly the buckets content and media', () => {
  expect(ofType(prod, 'S3::Bucket')).toEqual([findBucket(prod, 'content'), findBucket(prod, 'media')]);
});

describe.each(['content', 'media'])('bucket %s', name => {
  it('is closed to the public and encrypted', () => {
    const { PublicAccessBlockConfiguration, BucketEncryption } = findBucket(prod, name).Properties;

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

  it('denies access without TLS', () => {
    expect(findPolicy(name)).toContainEqual(REFUSAL);
  });

  it('keeps deleted versions for 35 days, as long as the table’s point-in-time recovery', () => {
    expect(findBucket(prod, name).Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
    expect(findRules(name).filter(({ Prefix }) => Prefix === undefined)).toEqual([
      {
        Status: 'Enabled',
        NoncurrentVersionExpiration: { NoncurrentDays: 35 },
        ExpiredObjectDeleteMarker: true,
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
    ]);
  });

  it('is retained with its stack’s deletion in production and deleted in development', () => {
    expect(findBucket(prod, name).DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(findBucket(dev, name).DeletionPolicy).toBe('Delete');
  });
});

describe('content bucket', () => {
  it('expires uploads and tasks after a day, and never the bodies of posts', () => {
    const passing = {
      Status: 'Enabled',
      ExpirationInDays: 1,
      NoncurrentVersionExpiration: { NoncurrentDays: 1 },
    };

    expect(findRules('content').filter(rule => 'ExpirationInDays' in rule)).toEqual([
      { Prefix: 'uploads/', ...passing },
      { Prefix: 'tasks/', ...passing },
    ]);
    expect(findRules('media').filter(rule => 'ExpirationInDays' in rule)).toEqual([]);
  });

  it('allows browsers of all origins only POST, for signed forms', () => {
    const { CorsConfiguration } = findBucket(prod, 'content').Properties;

    expect(CorsConfiguration.CorsRules).toEqual([
      { AllowedMethods: ['POST'], AllowedOrigins: ['*'], AllowedHeaders: ['*'] },
    ]);
  });

  it('has a bucket policy that only denies', () => {
    expect(findPolicy('content')).toEqual([REFUSAL]);
  });
});

describe('media bucket', () => {
  it('allows only the one distribution to read', () => {
    const [reading, ...others] = findPolicy('media').filter(({ Effect }) => Effect === 'Allow');
    const { logicalId } = ofType(prod, 'CloudFront::Distribution')[0]!;

    expect(others).toEqual([]);
    expect(reading).toMatchObject({
      Action: 's3:GetObject',
      Principal: { Service: 'cloudfront.amazonaws.com' },
    });
    expect(Object.keys(reading.Condition)).toEqual(['StringEquals']);
    expect(reading.Condition.StringEquals['AWS:SourceArn']['Fn::Join'][1].at(-1)).toEqual({ Ref: logicalId });
  });

  it('has no CORS rules, because browsers read its files through the distribution', () => {
    expect(findBucket(prod, 'media').Properties.CorsConfiguration).toBeUndefined();
  });
});
