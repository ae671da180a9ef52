import { describe, expect, it } from 'vitest';
import { ofType, synthesized, target } from './synthesized.ts';

const prod = synthesized('prod');
const dev = synthesized('dev');

function tableOf(resources: typeof prod) {
  return ofType(resources, 'DynamoDB::Table')[0]!;
}

function bucketOf(resources: typeof prod, name: string) {
  return ofType(resources, 'S3::Bucket').find(({ logicalId }) => logicalId.startsWith(name))!;
}

function policyOf(name: string): any[] {
  return ofType(prod, 'S3::BucketPolicy').find(
    policy => target(prod, policy, policy.Properties.Bucket) === bucketOf(prod, name),
  )!.Properties.PolicyDocument.Statement;
}

function rulesOf(name: string): any[] {
  return bucketOf(prod, name).Properties.LifecycleConfiguration.Rules;
}

/** Whatever is not TLS. */
const REFUSAL = expect.objectContaining({
  Effect: 'Deny',
  Principal: { AWS: '*' },
  Action: 's3:*',
  Condition: { Bool: { 'aws:SecureTransport': 'false' } },
});

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

it('has two buckets: one that nobody but the functions reaches, and one that is served', () => {
  expect(ofType(prod, 'S3::Bucket')).toEqual([bucketOf(prod, 'content'), bucketOf(prod, 'media')]);
});

describe.each(['content', 'media'])('the %s bucket', name => {
  it('is closed to the public and encrypted', () => {
    const { PublicAccessBlockConfiguration, BucketEncryption } = bucketOf(prod, name).Properties;

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
    expect(policyOf(name)).toContainEqual(REFUSAL);
  });

  it('keeps what was deleted as long as the table can be restored to when it was there', () => {
    expect(bucketOf(prod, name).Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
    expect(rulesOf(name).filter(({ Prefix }) => Prefix === undefined)).toEqual([
      {
        Status: 'Enabled',
        NoncurrentVersionExpiration: { NoncurrentDays: 35 },
        ExpiredObjectDeleteMarker: true,
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
    ]);
  });

  it('outlives its stack in production, and goes with it in development', () => {
    expect(bucketOf(prod, name).DeletionPolicy).toBe('Retain');
    expect(bucketOf(dev, name).DeletionPolicy).toBe('Delete');
  });
});

describe('the content bucket', () => {
  it('forgets unclaimed uploads and tasks after a day, and never the bodies of posts', () => {
    const passing = {
      Status: 'Enabled',
      ExpirationInDays: 1,
      NoncurrentVersionExpiration: { NoncurrentDays: 1 },
    };

    expect(rulesOf('content').filter(rule => 'ExpirationInDays' in rule)).toEqual([
      { Prefix: 'uploads/', ...passing },
      { Prefix: 'tasks/', ...passing },
    ]);
    expect(rulesOf('media').filter(rule => 'ExpirationInDays' in rule)).toEqual([]);
  });

  it('takes signed forms from browsers, and lets them do nothing else', () => {
    const { CorsConfiguration } = bucketOf(prod, 'content').Properties;

    expect(CorsConfiguration.CorsRules).toEqual([
      { AllowedMethods: ['POST'], AllowedOrigins: ['*'], AllowedHeaders: ['*'] },
    ]);
  });

  it('lets nobody in by a policy of its own', () => {
    expect(policyOf('content')).toEqual([REFUSAL]);
  });
});

describe('the media bucket', () => {
  it('lets in the one distribution, to read, and nobody else', () => {
    const [reading, ...others] = policyOf('media').filter(({ Effect }) => Effect === 'Allow');
    const { logicalId } = ofType(prod, 'CloudFront::Distribution')[0]!;

    expect(others).toEqual([]);
    expect(reading).toMatchObject({
      Action: 's3:GetObject',
      Principal: { Service: 'cloudfront.amazonaws.com' },
    });
    expect(Object.keys(reading.Condition)).toEqual(['StringEquals']);
    expect(reading.Condition.StringEquals['AWS:SourceArn']['Fn::Join'][1].at(-1)).toEqual({ Ref: logicalId });
  });

  it('knows of no other site’s pages: its files are read by way of the distribution', () => {
    expect(bucketOf(prod, 'media').Properties.CorsConfiguration).toBeUndefined();
  });
});
