import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Stage } from './settings.ts';

/** As far back as the table can be restored, so that what its records name can be restored with them. */
const KEPT = Duration.days(35);

/** A bucket closed to the public, over TLS only, that keeps what is deleted for a while. */
export class PrivateBucket extends Bucket {
  constructor(
    scope: Construct,
    id: string,
    stage: Stage,
    { lifecycleRules = [], ...others }: Pick<BucketProps, 'cors' | 'lifecycleRules'> = {},
  ) {
    const keep = stage === 'prod';
    super(scope, id, {
      ...others,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [
        ...lifecycleRules,
        {
          noncurrentVersionExpiration: KEPT,
          expiredObjectDeleteMarker: true,
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      autoDeleteObjects: !keep,
    });
  }
}
