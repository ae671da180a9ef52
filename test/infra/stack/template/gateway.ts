import { describe, expect, it } from 'vitest';
import { EVERYTHING, ofType, synthesized, target, withEverything } from './synthesized.ts';

const plain = synthesized('prod');
const { resources, outputs } = withEverything();
function findApi(all: typeof plain) {
  return ofType(all, 'ApiGatewayV2::Api')[0]!;
}

function findStage(all: typeof plain) {
  return ofType(all, 'ApiGatewayV2::Stage')[0]!;
}

function only(type: string) {
  const [one, ...others] = ofType(resources, type);
  expect(others).toEqual([]);
  return one!;
}

describe('stage of the API', () => {
  it('is the only stage, deploys automatically and has the throttling of the settings', () => {
    expect(ofType(plain, 'ApiGatewayV2::Stage')).toHaveLength(1);
    expect(findStage(plain).Properties).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
    });
    expect(findStage(resources).Properties.DefaultRouteSettings).toEqual({
      ThrottlingRateLimit: 50,
      ThrottlingBurstLimit: 100,
    });
  });

  it('logs each request as JSON with the retention of the settings', () => {
    const { DestinationArn, Format } = findStage(plain).Properties.AccessLogSettings;
    const findLog = (all: typeof plain, arn: any) => target(all, findStage(all), arn).Properties;

    expect(JSON.parse(Format)).toMatchObject({
      service: 'broadsheet-prod',
      requestId: '$context.requestId',
      route: '$context.routeKey',
      status: '$context.status',
      ms: '$context.responseLatency',
    });
    expect(findLog(plain, DestinationArn)).toMatchObject({
      LogGroupName: '/aws/vendedlogs/broadsheet-prod-http',
      RetentionInDays: 90,
    });
    expect(
      findLog(resources, findStage(resources).Properties.AccessLogSettings.DestinationArn).RetentionInDays,
    ).toBe(30);
  });

  it('logs no variable that contains a key, a query, a body or text of the client', () => {
    const logged = Object.values(JSON.parse(findStage(plain).Properties.AccessLogSettings.Format));
    const known =
      /^\$context\.(requestId|requestTime|routeKey|status|responseL\w+|integration\w*(\.error)?|error\.responseType|identity\.sourceIp)$/;

    for (const variable of logged.slice(1)) expect(variable).toMatch(known);
  });
});

describe('CORS of the API', () => {
  it('is off without configured origins', () => {
    expect(findApi(plain).Properties.CorsConfiguration).toBeUndefined();
  });

  it('allows the headers that the API reads and exposes those that it sends, without credentials', () => {
    const { AllowHeaders, ExposeHeaders, ...others } = findApi(resources).Properties.CorsConfiguration;

    expect(others).toEqual({
      AllowOrigins: ['https://www.example.com', 'http://localhost:3000'],
      AllowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
      MaxAge: 3600,
    });
    for (const header of ['authorization', 'x-svcauth', 'x-desk-key', 'content-type', 'if-match'])
      expect(AllowHeaders).toContain(header);
    for (const header of ['etag', 'link', 'x-total-count', 'x-request-id', 'retry-after', 'ratelimit'])
      expect(ExposeHeaders).toContain(header);
  });
});

function findDistribution(name: string): any {
  return ofType(resources, 'CloudFront::Distribution')
    .map(({ Properties }) => Properties.DistributionConfig)
    .find(({ Comment }) => Comment.endsWith(` ${name}`));
}

describe('custom domain', () => {
  it('is the only address of the API, with TLS 1.2 at least', () => {
    const [configuration] = only('ApiGatewayV2::DomainName').Properties.DomainNameConfigurations;
    const mapping = only('ApiGatewayV2::ApiMapping');

    expect(configuration).toMatchObject({
      CertificateArn: EVERYTHING.domain.certificateArn,
      EndpointType: 'REGIONAL',
      SecurityPolicy: 'TLS_1_2',
    });
    expect(mapping.Properties.ApiMappingKey).toBeUndefined();
    expect(target(resources, mapping, mapping.Properties.ApiId)).toBe(findApi(resources));
    expect(findApi(resources).Properties.DisableExecuteApiEndpoint).toBe(true);
    expect(findApi(plain).Properties.DisableExecuteApiEndpoint ?? false).toBe(false);
    expect(outputs.ApiUrl.Value).toBe('https://api.example.com');
  });

  it('replaces the media address in functions and outputs when mediaDomain is set', () => {
    const { Aliases, ViewerCertificate } = findDistribution('media');
    const functions = ofType(resources, 'Lambda::Function').map(({ Properties }) => Properties.Environment);
    const shown = functions.flatMap(environment => environment?.Variables.MEDIA_BASE_URL ?? []);

    expect(Aliases).toEqual(['media.example.com']);
    expect(ViewerCertificate).toEqual({
      AcmCertificateArn: EVERYTHING.mediaDomain.certificateArn,
      MinimumProtocolVersion: 'TLSv1.2_2021',
      SslSupportMethod: 'sni-only',
    });
    expect(shown.length).toBeGreaterThan(50);
    expect(new Set(shown)).toEqual(new Set(['https://media.example.com']));
    expect(outputs.MediaUrl.Value).toBe('https://media.example.com');
  });

  it('has records in the hosted zone, for media and edge also of IPv6, which CloudFront serves', () => {
    const records = ofType(resources, 'Route53::RecordSet').map(({ Properties }) => Properties);

    expect(records.map(({ Name, Type, HostedZoneId }) => [Name, Type, HostedZoneId]).sort()).toEqual([
      ['api.example.com.', 'A', 'Z0123ABC'],
      ['media.example.com.', 'A', 'Z0123ABC'],
      ['media.example.com.', 'AAAA', 'Z0123ABC'],
      ['www.example.com.', 'A', 'Z0123ABC'],
      ['www.example.com.', 'AAAA', 'Z0123ABC'],
    ]);
    for (const name of ['media', 'edge']) expect(findDistribution(name).IPV6Enabled).toBe(true);
    expect(ofType(plain, 'Route53::RecordSet')).toEqual([]);
  });
});

it('with the setting tracing, each function is traced and may only send its traces', () => {
  const functions = ofType(resources, 'Lambda::Function').filter(({ Properties }) => Properties.FunctionName);
  const open = ofType(resources, 'IAM::Policy').flatMap(({ Properties }) =>
    Properties.PolicyDocument.Statement.filter(({ Resource }: any) => Resource === '*'),
  );

  for (const { Properties } of functions) expect(Properties.TracingConfig).toEqual({ Mode: 'Active' });
  expect(open).toHaveLength(functions.length);
  for (const { Action } of open)
    expect(Action).toEqual(['xray:PutTraceSegments', 'xray:PutTelemetryRecords']);
  for (const { Properties } of ofType(plain, 'Lambda::Function'))
    expect(Properties.TracingConfig).toBeUndefined();
});
