import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { AVATAR_SVG, SERVED_HEADERS } from '../../../../shared/library/media/served.ts';
import { findFunction, ofType, getOutputs, synthesized, target } from './synthesized.ts';

const resources = synthesized('prod');
const [distribution] = ofType(resources, 'CloudFront::Distribution');
const { DefaultCacheBehavior, CacheBehaviors, ...config } = distribution!.Properties.DistributionConfig;
const behaviours = [DefaultCacheBehavior, ...CacheBehaviors];
const [headersPolicy] = ofType(resources, 'CloudFront::ResponseHeadersPolicy');
const [others] = ofType(resources, 'CloudFront::Function');
function runFunction(uri: string) {
  return runInNewContext(`${others!.Properties.FunctionCode}; handler`)({ request: { uri } });
}

it('the CDN forwards only images/ and documents/ to the bucket', () => {
  expect(CacheBehaviors.map(({ PathPattern }: any) => PathPattern)).toEqual(['images/*', 'documents/*']);
  for (const { FunctionAssociations } of CacheBehaviors) expect(FunctionAssociations).toBeUndefined();
  const [association, ...more] = DefaultCacheBehavior.FunctionAssociations;

  expect(more).toEqual([]);
  expect(association.EventType).toBe('viewer-request');
  expect(target(resources, distribution!, association.FunctionARN)).toBe(others);
  expect(['/', '/index.html', '/content/1', '/avatar.svg/x'].map(uri => runFunction(uri).statusCode)).toEqual(
    [404, 404, 404, 404],
  );
});

it('the CDN’s function answers /avatar.svg with the headers of served files', () => {
  const { statusCode, headers, body } = runFunction('/avatar.svg');
  const sent = Object.fromEntries(
    Object.entries<{ value: string }>(headers).map(([name, { value }]) => [name, value]),
  );

  expect({ statusCode, body }).toEqual({ statusCode: 200, body: { encoding: 'text', data: AVATAR_SVG } });
  expect(sent).toMatchObject({
    ...SERVED_HEADERS,
    'content-type': 'image/svg+xml',
    'strict-transport-security': expect.stringMatching(/^max-age=\d{8}$/),
  });
});

it('the CDN’s function stays within CloudFront’s limit of 10 KB', () => {
  expect(others!.Properties.FunctionCode.length).toBeLessThan(10_000);
  expect(others!.Properties).toMatchObject({
    AutoPublish: true,
    FunctionConfig: { Runtime: 'cloudfront-js-2.0' },
  });
});

it('the CDN serves files compressed, over HTTPS only, and only to GET and HEAD', () => {
  for (const behaviour of behaviours)
    expect(behaviour).toMatchObject({
      AllowedMethods: ['GET', 'HEAD'],
      ViewerProtocolPolicy: 'https-only',
      Compress: true,
    });
});

it('the CDN sends nosniff, a sandbox policy, HSTS and CORS with every file', () => {
  for (const { ResponseHeadersPolicyId } of behaviours)
    expect(target(resources, distribution!, ResponseHeadersPolicyId)).toBe(headersPolicy);
  const { SecurityHeadersConfig, CorsConfig } = headersPolicy!.Properties.ResponseHeadersPolicyConfig;

  expect(SecurityHeadersConfig).toEqual({
    ContentTypeOptions: { Override: true },
    ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
    ContentSecurityPolicy: {
      ContentSecurityPolicy: SERVED_HEADERS['content-security-policy'],
      Override: true,
    },
    StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, Override: true },
  });
  expect(SERVED_HEADERS['content-security-policy']).toMatch(/^default-src 'none';.* sandbox$/);
  expect(CorsConfig).toMatchObject({
    AccessControlAllowOrigins: { Items: ['*'] },
    AccessControlAllowMethods: { Items: ['GET', 'HEAD'] },
    AccessControlAllowCredentials: false,
  });
});

it('the CDN signs its requests to the bucket and forwards no cookie, header or query', () => {
  const [origin, ...more] = config.Origins;
  const access = target(resources, distribution!, origin.OriginAccessControlId);

  expect(more).toEqual([]);
  expect(origin.S3OriginConfig.OriginAccessIdentity).toBe('');
  expect(access.Properties.OriginAccessControlConfig).toMatchObject({
    OriginAccessControlOriginType: 's3',
    SigningBehavior: 'always',
    SigningProtocol: 'sigv4',
  });
  for (const { OriginRequestPolicyId, CachePolicyId } of behaviours) {
    expect(OriginRequestPolicyId).toBeUndefined();
    // AWS's managed policy CachingOptimized.
    expect(CachePolicyId).toBe('658327ea-f89d-4fab-a63d-7e88639e58f6');
  }
});

it('the CDN caches 403 and 404 for a minimum of one second', () => {
  expect(config.CustomErrorResponses).toEqual([
    { ErrorCode: 403, ErrorCachingMinTTL: 1 },
    { ErrorCode: 404, ErrorCachingMinTTL: 1 },
  ]);
});

it('each function has the CDN’s address as MEDIA_BASE_URL, and the stack as an output', () => {
  const { MEDIA_BASE_URL } = findFunction(resources, 'posts/get').Properties.Environment.Variables;
  const [scheme, { Ref: parameter }] = MEDIA_BASE_URL['Fn::Join'][1];
  const [outputScheme, { 'Fn::GetAtt': attribute }] = getOutputs('prod').MediaUrl.Value['Fn::Join'][1];

  expect([scheme, outputScheme]).toEqual(['https://', 'https://']);
  expect(parameter).toMatch(/distribution\w*DomainName$/);
  expect(attribute.at(-1)).toMatch(/distribution\w*DomainName$/);
});
