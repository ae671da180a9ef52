import { describe, expect, it } from 'vitest';
import {
  deploymentWith,
  EVERYTHING,
  findFunction,
  makeSettings,
  ofType,
  synthesized,
  target,
  withEverything,
  type Resource,
} from './synthesized.ts';

const EDGE = { domain: EVERYTHING.edge.domain };
const { resources, outputs } = deploymentWith(makeSettings('prod', { edge: EDGE }));
const [edge] = findDistributions(resources, 'edge');
const config = edge!.Properties.DistributionConfig;
const behaviour = config.DefaultCacheBehavior;

function findDistributions(all: readonly Resource[], comment: string): Resource[] {
  return ofType(all, 'CloudFront::Distribution').filter(({ Properties }) =>
    Properties.DistributionConfig.Comment.endsWith(` ${comment}`),
  );
}

function variables(all: readonly Resource[], name: string): any {
  return findFunction(all, name).Properties.Environment.Variables;
}

describe('the edge', () => {
  it('has its own domain, and keeps each answer for no longer than 30 s, under what its function leaves', () => {
    const { CachePolicyConfig } = target(resources, edge!, behaviour.CachePolicyId).Properties;

    expect(config.Aliases).toEqual(['www.example.com']);
    expect(CachePolicyConfig).toMatchObject({ MinTTL: 0, DefaultTTL: 0, MaxTTL: 30 });
    expect(CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin).toMatchObject({
      CookiesConfig: { CookieBehavior: 'none' },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
      HeadersConfig: {
        HeaderBehavior: 'whitelist',
        Headers: ['x-broadsheet-alone', 'authorization', 'accept', 'origin'],
      },
    });
  });

  it('runs its function for every request, and takes every method, over HTTPS only', () => {
    const [association, ...others] = behaviour.FunctionAssociations;
    const { FunctionCode, FunctionConfig } = target(resources, edge!, association.FunctionARN).Properties;

    expect(others).toEqual([]);
    expect(association.EventType).toBe('viewer-request');
    expect(FunctionConfig.Runtime).toBe('cloudfront-js-2.0');
    expect(FunctionCode).toContain('"/api/1.3/posts":["offset"');
    expect(behaviour.ViewerProtocolPolicy).toBe('redirect-to-https');
    expect(behaviour.AllowedMethods).toContain('POST');
  });

  it('keeps no error longer than the error says, and reads the tags of answers', () => {
    const ages = config.CustomErrorResponses.map((response: any) => response.ErrorCachingMinTTL);

    expect(new Set(ages)).toEqual(new Set([0, 1]));
    expect(config.CustomErrorResponses.length).toBe(11);
    expect(config.CacheTagConfig).toEqual({ HeaderName: 'cache-tag' });
  });

  it('adds security headers to every answer, without replacing the policies that pages and documents have', () => {
    const policy = target(resources, edge!, behaviour.ResponseHeadersPolicyId);

    expect(policy.Properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig).toEqual({
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, Override: true },
      ContentTypeOptions: { Override: true },
      ContentSecurityPolicy: {
        ContentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
        Override: false,
      },
      ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin', Override: false },
    });
  });

  it('proves itself to the API with a secret that no template contains', () => {
    const [api] = config.Origins.filter(({ CustomOriginConfig }: any) => CustomOriginConfig);
    const [header] = api.OriginCustomHeaders;
    const { EDGE_SECRET, EDGE_LOCK } = variables(resources, 'posts/get');

    expect(header.HeaderName).toBe('x-broadsheet-secret');
    expect(JSON.stringify(header.HeaderValue)).toContain('{{resolve:secretsmanager:');
    expect(JSON.stringify(EDGE_SECRET)).toContain('{{resolve:secretsmanager:');
    expect(EDGE_LOCK).toBeUndefined();
    expect(api.CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginSSLProtocols: ['TLSv1.2'],
    });
  });

  it('serves the files below /media from the bucket, whose addresses in answers are there', () => {
    const [media, ...others] = config.CacheBehaviors;

    expect(others).toEqual([]);
    expect(media).toMatchObject({ PathPattern: '/media/*', AllowedMethods: ['GET', 'HEAD'] });
    expect(outputs.MediaUrl.Value).toEqual('https://www.example.com/media');
    expect(variables(resources, 'posts/get').MEDIA_BASE_URL).toEqual('https://www.example.com/media');
  });

  it('leaves the distribution of the files as it is, so that older addresses stay valid', () => {
    const [before] = findDistributions(synthesized('prod'), 'media');
    const [after] = findDistributions(resources, 'media');

    expect(after!.logicalId).toBe(before!.logicalId);
    expect(after!.Properties).toEqual(before!.Properties);
    expect(JSON.stringify(variables(resources, 'unknown').MEDIA_BASE_URL)).toContain('distribution');
  });

  it('lets outbox and sweep invalidate the two caches, and nothing else', () => {
    const allowed = ofType(resources, 'IAM::Role').filter(role =>
      JSON.stringify(role.Properties.Policies).includes('cloudfront:'),
    );

    expect(allowed.length).toBe(2);
    for (const name of ['events/outbox', 'events/sweep'])
      expect(variables(resources, name)).toMatchObject({
        EDGE_DISTRIBUTION: expect.anything(),
        MEDIA_DISTRIBUTION: expect.anything(),
      });
    expect(variables(resources, 'posts/edit')).not.toHaveProperty('EDGE_DISTRIBUTION');
  });
});

describe('a deployment without an edge', () => {
  it('has no resource, secret or variable of one', () => {
    const text = JSON.stringify(synthesized('prod'));

    expect(text).not.toMatch(/EDGE_|secretsmanager|x-broadsheet|cloudfront:CreateInvalidation/);
  });
});

describe('settings of the edge', () => {
  const everything = withEverything();

  it('lock the API', () => {
    expect(variables(everything.resources, 'unknown').EDGE_LOCK).toBe('yes');
    expect(variables(everything.resources, 'posts/get').EDGE_LOCK).toBe('yes');
  });

  it('keep mediaDomain, the address of the files, and the domain of the API', () => {
    const [found] = findDistributions(everything.resources, 'edge');
    const origins = found!.Properties.DistributionConfig.Origins.map((origin: any) => origin.DomainName);

    expect(everything.outputs.MediaUrl.Value).toBe('https://media.example.com');
    expect(everything.outputs.ApiUrl.Value).toBe('https://api.example.com');
    expect(everything.outputs.EdgeUrl.Value).toBe('https://www.example.com');
    expect(origins).toContain('api.example.com');
  });

  it('work without a CDN: the API then answers requests for files', () => {
    const plain = deploymentWith(makeSettings('prod', { edge: {}, media: { cdn: false } }));
    const [found, ...others] = ofType(plain.resources, 'CloudFront::Distribution');

    expect(others).toEqual([]);
    expect(found!.Properties.DistributionConfig.CacheBehaviors).toBeUndefined();
    expect(variables(plain.resources, 'unknown').MEDIA_AT_API).toBe('signed');
    expect(variables(plain.resources, 'events/outbox')).not.toHaveProperty('MEDIA_DISTRIBUTION');
  });

  it('create a web ACL in us-east-1 with a limit for each address, and AWS’s rules for reads', () => {
    const [acl] = ofType(everything.resources, 'WAFv2::WebACL');
    const [rate, ...managed] = acl!.Properties.Rules;

    expect(acl!.Properties.Scope).toBe('CLOUDFRONT');
    expect(rate.Statement.RateBasedStatement).toMatchObject({ Limit: 500, AggregateKeyType: 'IP' });
    expect(managed.length).toBe(3);
    for (const { Statement } of managed)
      expect(JSON.stringify(Statement.ManagedRuleGroupStatement.ScopeDownStatement)).toContain('"GET"');
    expect(everything.rules).toEqual([
      {
        Assertions: [
          expect.objectContaining({ Assert: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'] } }),
        ],
      },
    ]);
  });

  it.each([
    [
      'two web ACLs',
      { waf: {}, webAclArn: `arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/${'0'.repeat(8)}` },
    ],
    ['a domain in use', { domain: { ...EDGE.domain, name: 'api.example.com' } }],
  ])('are refused with %s', (_, given) => {
    const { domain } = EVERYTHING;

    expect(() => makeSettings('prod', { domain, edge: given })).toThrow(/edge/);
  });
});
