import { Duration } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { removalPolicyOf } from './removal.ts';
import type { Stage } from './settings.ts';

/** As long as the table can be restored to, so that the files of restored records can be restored too. */
const RETENTION = Duration.days(35);

/** A private bucket that requires TLS and keeps deleted objects for a while. */
export class PrivateBucket extends Bucket {
  constructor(
    scope: Construct,
    id: string,
    stage: Stage,
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
      removalPolicy: removalPolicyOf(stage),
      autoDeleteObjects: stage === 'dev',
    });
  }
}
