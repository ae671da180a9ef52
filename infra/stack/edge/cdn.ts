import { Duration, Stack } from 'aws-cdk-lib';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersReferrerPolicy,
  HttpVersion,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
  type BehaviorOptions,
  type DistributionProps,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { DomainSettings } from '../domain-settings.ts';
import { addAliasRecord } from '../dns-record.ts';
import { writeMediaFunction } from './media.ts';
import { TLS_ONLY_S } from '../../../shared/platform/http/protection.ts';
import { SERVED_HEADERS } from '../../../shared/library/media/served.ts';

/** A thumbnail may be requested before it is made, so 404 answers are cached only briefly. */
export const MISS_TTL = Duration.seconds(1);

interface Options {
  prefix: string;
  bucket: Bucket;
  /** A domain name in addition to CloudFront's own. */
  domain?: DomainSettings | undefined;
}

/**
 * Serves the media bucket, which only CloudFront can read: `images/`, `documents/` and the default avatar. A CloudFront function
 * answers all other requests, so that they don't reach the bucket.
 */
export class Cdn extends Construct {
  readonly url: string;
  readonly distributionId: string;
  /** How a distribution serves a file of the bucket. */
  readonly behaviour: BehaviorOptions;

  constructor(scope: Construct, { prefix, bucket, domain }: Options) {
    super(scope, 'cdn');
    // These names are unique per account; the region allows two deployments of a stage.
    const name = `${prefix}-${Stack.of(this).region}`;
    const originAccessControl = new S3OriginAccessControl(this, 'access', { originAccessControlName: name });
    this.behaviour = {
      origin: S3BucketOrigin.withOriginAccessControl(bucket, { originAccessControl }),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      compress: true,
      responseHeadersPolicy: createHeadersPolicy(this, name),
    };
    const others = new Function(this, 'others', {
      functionName: `${name}-others`,
      comment: 'Answers requests outside images/ and documents/: the default avatar, otherwise 404',
      code: FunctionCode.fromInline(writeMediaFunction()),
      runtime: FunctionRuntime.JS_2_0,
    });
    const distribution = new Distribution(this, 'distribution', {
      comment: `${prefix} media`,
      ...(domain && domainProps(this, domain)),
      httpVersion: HttpVersion.HTTP2_AND_3,
      additionalBehaviors: { 'images/*': this.behaviour, 'documents/*': this.behaviour },
      defaultBehavior: {
        ...this.behaviour,
        functionAssociations: [{ function: others, eventType: FunctionEventType.VIEWER_REQUEST }],
      },
      // Without s3:ListBucket, S3 answers 403 for missing keys.
      errorResponses: [403, 404].map(httpStatus => ({ httpStatus, ttl: MISS_TTL })),
    });
    if (domain?.hostedZone) {
      const { name, hostedZone } = domain;
      addAliasRecord(this, { name, hostedZone }, new CloudFrontTarget(distribution), { ipv6: true });
    }
    this.distributionId = distribution.distributionId;
    this.url = `https://${domain?.name ?? distribution.distributionDomainName}`;
  }
}

/** Under CloudFront's own name, CloudFront chooses the TLS versions itself. */
export function domainProps(
  scope: Construct,
  { name, certificateArn }: DomainSettings,
): Partial<DistributionProps> {
  return {
    domainNames: [name],
    certificate: Certificate.fromCertificateArn(scope, 'certificate', certificateArn),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
  };
}

/** These headers override those of the objects. */
function createHeadersPolicy(scope: Construct, responseHeadersPolicyName: string): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, 'headers', {
    responseHeadersPolicyName,
    corsBehavior: {
      accessControlAllowOrigins: [SERVED_HEADERS['access-control-allow-origin']],
      accessControlAllowMethods: ['GET', 'HEAD'],
      accessControlAllowHeaders: ['*'],
      accessControlAllowCredentials: false,
      originOverride: true,
    },
    securityHeadersBehavior: {
      contentTypeOptions: { override: true },
      contentSecurityPolicy: {
        contentSecurityPolicy: SERVED_HEADERS['content-security-policy'],
        override: true,
      },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.seconds(TLS_ONLY_S), override: true },
    },
  });
}
