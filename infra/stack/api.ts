import { ArnFormat, NestedStack, Stack } from 'aws-cdk-lib';
import { CfnRoute, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { routeList } from '../../functions/routes/index.ts';
import { UNKNOWN } from '../bundle/entries.ts';
import { BundledFunction, buildFunctionName, type Deployment, type FunctionOptions } from './function.ts';
import { Gateway } from './gateway.ts';
import type { Resources } from './grants/statement.ts';
import { buildDenials, buildEndpointStatements, buildEnvironment } from './policies.ts';
import type { Settings } from './settings.ts';

export type Row = (typeof routeList)[number];

/** API Gateway's time-out is 30 s. A function that ends one second earlier can still answer. */
const TIMEOUT_S = 29;

/** API Gateway's control plane takes 10 calls a second, and 40 at once. A stack creates all its routes at once. */
const CONCURRENT_STACKS = 3;

interface Options {
  deployment: Deployment;
  settings: Settings;
  /** The secret that proves that a request came through the edge, if there is an edge. */
  secret: string | undefined;
  /** The media bucket, and the CDN's address if there is a CDN. */
  media: { name: string; arn: string; cdnUrl: string | undefined };
}

/** The HTTP API: a function per row of the route table, in a nested stack per resource, and one for requests without a route. */
export class Api extends Construct {
  readonly gateway: Gateway;
  readonly #deployment: Deployment;
  readonly #limited: boolean | undefined;
  /** Variables of all functions that answer requests. */
  readonly #common: Record<string, string>;

  constructor(scope: Construct, { deployment, settings, media, secret }: Options) {
    super(scope, 'api');
    this.#deployment = deployment;
    this.#limited = settings.limited;
    this.#common = {
      ...(secret !== undefined && { EDGE_SECRET: secret }),
      ...(settings.deployment.edge?.lock && { EDGE_LOCK: 'yes' }),
    };
    const { statements, environment } = unknownOptions(media, Stack.of(this), deployment.prefix);
    const unknown = new BundledFunction(this, UNKNOWN, deployment, {
      statements,
      environment: { ...environment, ...this.#common },
      timeoutS: TIMEOUT_S,
    });
    this.gateway = new Gateway(this, 'http', {
      prefix: deployment.prefix,
      settings,
      defaultIntegration: new HttpLambdaIntegration(UNKNOWN, unknown),
    });
  }

  /** Adds a function for each row of the route table, which may use the resources. */
  addEndpoints(resources: Resources, routes: readonly Row[] = routeList): void {
    const context = {
      ...{ api: this.gateway, deployment: this.#deployment, resources },
      ...{ limited: this.#limited, common: this.#common },
    };
    for (const row of routes) addEndpoint(this.#getStack(row), row, context);
    this.#limitConcurrency();
  }

  /** Lets CloudFormation create only a few of the nested stacks at a time: each waits for another one. */
  #limitConcurrency(): void {
    const stacks = this.node.children.filter(child => child instanceof NestedStack);
    for (const [at, stack] of stacks.slice(CONCURRENT_STACKS).entries())
      stack.addStackDependency(stacks[at]!);
  }

  #getStack({ name }: Row): NestedStack {
    const resource = name.split('/')[0]!;
    const known = this.node.tryFindChild(resource);
    return known instanceof NestedStack ? known : new NestedStack(this, resource);
  }
}

/** The function that answers requests for files at the API's own address: it may read them only where there is no CDN. */
function mediaOptions({
  name,
  arn,
  cdnUrl,
}: Options['media']): Pick<FunctionOptions, 'statements' | 'environment'> {
  if (cdnUrl !== undefined)
    return { statements: [], environment: { MEDIA_AT_API: 'redirected', MEDIA_BASE_URL: cdnUrl } };
  const folders = ['images', 'documents'];
  return {
    statements: folders.map(folder => ({ actions: ['s3:GetObject'], resource: `${arn}/${folder}/*` })),
    environment: { MEDIA_AT_API: 'signed', MEDIA_BUCKET: name },
  };
}

/** The function of `$default` also passes requests whose path ends with a slash on to the functions of the endpoints. */
function unknownOptions(
  media: Options['media'],
  stack: Stack,
  prefix: string,
): Pick<FunctionOptions, 'statements' | 'environment'> {
  const { statements, environment } = mediaOptions(media);
  const resources = new Set(routeList.map(({ name }) => name.split('/')[0]!));
  const invoking = [...resources].map(resource => ({
    actions: ['lambda:InvokeFunction'],
    resource: stack.formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: `${buildFunctionName(prefix, resource)}-*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    }),
  }));
  return {
    statements: [...statements, ...invoking],
    environment: { ...environment, ENDPOINTS_PREFIX: prefix },
  };
}

interface Context {
  api: Gateway;
  deployment: Deployment;
  resources: Resources;
  limited: boolean | undefined;
  common: Record<string, string>;
}

function addEndpoint(stack: NestedStack, row: Row, context: Context): void {
  const { api, deployment, resources, limited, common } = context;
  const { name, method, path, grants, memoryMb, timeoutS = TIMEOUT_S } = row;
  const handler = new BundledFunction(stack, name, deployment, {
    statements: buildEndpointStatements(row, resources, { limited }),
    denials: buildDenials(resources),
    environment: { ...buildEnvironment(grants, resources), ...common },
    timeoutS,
    memoryMb,
  });
  const route = new HttpRoute(stack, `${method} ${path}`, {
    httpApi: api,
    routeKey: HttpRouteKey.with(path, HttpMethod[method]),
    integration: new HttpLambdaIntegration('integration', handler),
  });
  if (method === 'GET') addHeadRoute(stack, path, route);
}

/**
 * Adds the route for HEAD, which shares integration and permission with that of GET: one resource of CloudFormation. The key ANY would
 * take the requests with other methods too, which `$default` answers. It waits for the route of GET, so that no more are created at once.
 */
function addHeadRoute(stack: NestedStack, path: string, get: HttpRoute): void {
  const { apiId, target } = get.node.findAll().find(child => child instanceof CfnRoute)!;
  const head = new CfnRoute(stack, `HEAD ${path}`, {
    apiId,
    routeKey: `HEAD ${path}`,
    ...(target !== undefined && { target }),
  });
  head.node.addDependency(get);
}
