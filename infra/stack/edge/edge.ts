import { Duration, Stack } from 'aws-cdk-lib';
import {
  AllowedMethods,
  CfnDistribution,
  Distribution,
  Function,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  OriginSslPolicy,
  ViewerProtocolPolicy,
  type BehaviorOptions,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { EDGE_HEADERS, TAG_HEADER } from '../../../shared/platform/http/edge.ts';
import { domainProps, MISS_TTL, type Cdn } from './cdn.ts';
import { addAliasRecord } from '../dns-record.ts';
import { writeFunctionCode } from './function-code.ts';
import { writeMediaFunction } from './media.ts';
import { createCachePolicy, createHeadersPolicy } from './policies.ts';
import type { EdgeSettings } from './settings.ts';
import { createWebAcl } from './waf.ts';

/** Below it are the files, as at the API's own address. */
const MEDIA = '/media';
/** CloudFront's shortest: the answers of the API say themselves whether they may be kept. */
const ERRORS = [400, 404, 405, 414, 416, 500, 501, 502, 503, 504];

export interface EdgeOptions {
  prefix: string;
  settings: EdgeSettings;
  /** The host of the API, and the secret that proves to it that a request came through the edge. */
  api: { host: string; secret: string };
  apiKeyHeader: string | undefined;
  /** The origins that the API allows. */
  origins: readonly string[];
  /** The distribution of the files; without one, the API answers requests for them. */
  cdn: Cdn | undefined;
}

/** One distribution in front of the site, the API and the files. What it keeps, for how long and under which key: viewer-request.js. */
export class Edge extends Construct {
  readonly url: string;
  readonly distributionId: string;
  readonly hasMedia: boolean;

  constructor(scope: Construct, options: EdgeOptions) {
    super(scope, 'edge');
    const { prefix, settings, cdn } = options;
    const { domain, waf, webAclArn } = settings;
    const name = `${prefix}-${Stack.of(this).region}-edge`;
    const webAclId = waf ? createWebAcl(this, waf, `${prefix}-edge`).attrArn : webAclArn;
    const distribution = new Distribution(this, 'distribution', {
      comment: `${prefix} edge`,
      ...(domain && domainProps(this, domain)),
      ...(webAclId !== undefined && { webAclId }),
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: this.#createApiBehaviour(name, options),
      ...(cdn && { additionalBehaviors: { [`${MEDIA}/*`]: this.#createMediaBehaviour(name, cdn) } }),
      // Without s3:ListBucket, S3 answers 403 for missing files.
      errorResponses: [
        { httpStatus: 403, ttl: MISS_TTL },
        ...ERRORS.map(httpStatus => ({ httpStatus, ttl: Duration.seconds(0) })),
      ],
    });
    tagAnswers(distribution);
    if (domain?.hostedZone) {
      const { name: recordName, hostedZone } = domain;
      addAliasRecord(this, { name: recordName, hostedZone }, new CloudFrontTarget(distribution), {
        ipv6: true,
      });
    }
    this.distributionId = distribution.distributionId;
    this.url = `https://${domain?.name ?? distribution.distributionDomainName}`;
    this.hasMedia = cdn !== undefined;
  }

  /** The address of the files. */
  get mediaUrl(): string {
    return `${this.url}${MEDIA}`;
  }

  #createApiBehaviour(name: string, { api, apiKeyHeader, origins }: EdgeOptions): BehaviorOptions {
    const request = new Function(this, 'request', {
      functionName: `${name}-request`,
      comment: 'Names the client and the host of a request, and what it is kept under',
      code: FunctionCode.fromInline(writeFunctionCode({ apiKeyHeader, origins })),
      runtime: FunctionRuntime.JS_2_0,
    });
    return {
      origin: new HttpOrigin(api.host, {
        customHeaders: { [EDGE_HEADERS.secret]: api.secret },
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: createCachePolicy(this, name),
      // API Gateway finds the API by its own host.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: createHeadersPolicy(this, name),
      compress: true,
      functionAssociations: [{ function: request, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
  }

  #createMediaBehaviour(name: string, cdn: Cdn): BehaviorOptions {
    const files = new Function(this, 'files', {
      functionName: `${name}-files`,
      comment: 'Finds the files below /media, and answers all else below it',
      code: FunctionCode.fromInline(writeMediaFunction(MEDIA)),
      runtime: FunctionRuntime.JS_2_0,
    });
    return {
      ...cdn.behaviour,
      functionAssociations: [{ function: files, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
  }
}

/** Lets one invalidation drop all answers with a tag. The construct has no option for it. */
function tagAnswers(distribution: Distribution): void {
  const resource = distribution.node.defaultChild;
  if (!(resource instanceof CfnDistribution)) throw new Error('a distribution is made of a CfnDistribution');
  resource.addPropertyOverride('DistributionConfig.CacheTagConfig', { HeaderName: TAG_HEADER });
}
