import { Duration, Fn, RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CorsHttpMethod,
  DomainName,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
  SecurityPolicy,
  type CorsPreflightOptions,
  type HttpRouteIntegration,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import { corsConfiguration, type CorsConfiguration } from './cors.ts';
import type { DomainSettings } from './domain-settings.ts';
import { addAliasRecord } from './dns-record.ts';
import type { Settings } from './settings.ts';

interface Options {
  prefix: string;
  settings: Pick<Settings, 'deployment' | 'apiKeyHeader'>;
  defaultIntegration: HttpRouteIntegration;
}

/**
 * One line per request: enough to count it, time it and find it in the functions' logs, without keys, query or body. No user agent
 * either: API Gateway does not escape it, so a client could break the line.
 */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  ms: '$context.responseLatency',
  functionMs: '$context.integrationLatency',
  functionError: '$context.integration.error',
  error: '$context.error.responseType',
  bytes: '$context.responseLength',
  ip: '$context.identity.sourceIp',
};

/** The HTTP API before its routes: throttling, access log, CORS and domain name. */
export class Gateway extends HttpApi {
  /** The base URL of the API. */
  readonly address: string;
  /** The host in it. */
  readonly host: string;
  readonly accessLog: LogGroup;

  constructor(scope: Construct, id: string, { prefix, settings, defaultIntegration }: Options) {
    const { domain, cors, throttling, logRetentionDays } = settings.deployment;
    super(scope, id, {
      apiName: prefix,
      defaultIntegration,
      createDefaultStage: false,
      // With a custom domain there is only one entry, which can be moved, watched and protected.
      disableExecuteApiEndpoint: domain !== undefined,
      ...(cors.origins.length > 0 && {
        corsPreflight: preflight(corsConfiguration(cors, settings.apiKeyHeader)),
      }),
    });
    this.accessLog = new LogGroup(this, 'access', {
      // API Gateway may write to log groups with this prefix without a resource policy of their own, whose size is limited.
      logGroupName: `/aws/vendedlogs/${prefix}-http`,
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this, 'DefaultStage', {
      httpApi: this,
      autoDeploy: true,
      throttle: { rateLimit: throttling.ratePerS, burstLimit: throttling.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog),
        format: AccessLogFormat.custom(JSON.stringify({ service: prefix, ...ACCESS_LOG })),
      },
      ...(domain && { domainMapping: { domainName: this.#createDomainName(domain) } }),
    });
    this.host = domain?.name ?? Fn.select(2, Fn.split('/', this.apiEndpoint));
    this.address = domain ? `https://${domain.name}` : this.apiEndpoint;
  }

  #createDomainName({ name, certificateArn, hostedZone }: DomainSettings): DomainName {
    const domainName = new DomainName(this, 'domain', {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, 'certificate', certificateArn),
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    if (hostedZone) {
      const { regionalDomainName, regionalHostedZoneId } = domainName;
      addAliasRecord(
        this,
        { name, hostedZone },
        new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId),
      );
    }
    return domainName;
  }
}

function preflight({ origins, methods, sent, read, maxAgeS }: CorsConfiguration): CorsPreflightOptions {
  return {
    allowOrigins: [...origins],
    allowMethods: methods.map(method => CorsHttpMethod[method]),
    allowHeaders: [...sent],
    exposeHeaders: [...read],
    maxAge: Duration.seconds(maxAgeS),
  };
}
