import { Duration } from 'aws-cdk-lib';
import {
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { EDGE_HEADERS } from '../../../shared/platform/http/edge.ts';
import { TLS_ONLY_S } from '../../../shared/platform/http/protection.ts';

/** CloudFront keeps an answer of the API for at most this long, even if its headers allow more. Fetching a new answer takes its own time. */
const MAX_AGE = Duration.seconds(30);
const NONE = Duration.seconds(0);

/**
 * What an answer is kept under: the address with the parameters that the function leaves, and the headers that it sets or leaves. An answer is
 * kept only for as long as it says itself.
 */
export function createCachePolicy(scope: Construct, cachePolicyName: string): CachePolicy {
  return new CachePolicy(scope, 'cache', {
    cachePolicyName,
    queryStringBehavior: CacheQueryStringBehavior.all(),
    cookieBehavior: CacheCookieBehavior.none(),
    // Requests with `authorization` are alone already; CloudFront is certain to forward only a header that is named here.
    headerBehavior: CacheHeaderBehavior.allowList(EDGE_HEADERS.alone, 'authorization', 'accept', 'origin'),
    minTtl: NONE,
    defaultTtl: NONE,
    maxTtl: MAX_AGE,
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  });
}

/** Every answer has these headers. Those of the answer itself are kept where pages and documents have their own. */
export function createHeadersPolicy(
  scope: Construct,
  responseHeadersPolicyName: string,
): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, 'headers', {
    responseHeadersPolicyName,
    securityHeadersBehavior: {
      strictTransportSecurity: { accessControlMaxAge: Duration.seconds(TLS_ONLY_S), override: true },
      contentTypeOptions: { override: true },
      contentSecurityPolicy: {
        contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
        override: false,
      },
      referrerPolicy: {
        referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
        override: false,
      },
    },
  });
}
