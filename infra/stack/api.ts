import { NestedStack } from 'aws-cdk-lib';
import { HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { routeList } from '../../functions/routes/index.ts';
import { UNKNOWN } from '../bundle/entries.ts';
import { BundledFunction, type Deployment, type FunctionOptions } from './function.ts';
import { Gateway } from './gateway.ts';
import type { Resources } from './grants.ts';
import { buildEndpointStatements, buildEnvironment } from './policies.ts';
import type { Settings } from './settings.ts';

export type Row = (typeof routeList)[number];

/** API Gateway's time-out is 30 s. A function that ends one second earlier can still answer. */
const TIMEOUT_S = 29;

/** API Gateway's control plane takes 10 calls a second, and 40 at once. A stack creates all its routes at once. */
const CONCURRENT_STACKS = 3;

interface Options {
  deployment: Deployment;
  settings: Settings;
  /** The media bucket, and the CDN's address if there is a CDN. */
  media: { name: string; arn: string; cdnUrl: string | undefined };
}

/** The HTTP API: a function per row of the route table, in a nested stack per resource, and one for requests without a route. */
export class Api extends Construct {
  readonly gateway: Gateway;
  readonly #deployment: Deployment;
  readonly #limited: boolean | undefined;

  constructor(scope: Construct, { deployment, settings, media }: Options) {
    super(scope, 'api');
    this.#deployment = deployment;
    this.#limited = settings.limited;
    const unknown = new BundledFunction(this, UNKNOWN, deployment, {
      ...mediaOptions(media),
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
    const context = { api: this.gateway, deployment: this.#deployment, resources, limited: this.#limited };
    for (const row of routes) addEndpoint(this.#stackOf(row), row, context);
    this.#limitConcurrency();
  }

  /** Lets CloudFormation create only a few of the nested stacks at a time: each waits for another one. */
  #limitConcurrency(): void {
    const stacks = this.node.children.filter(child => child instanceof NestedStack);
    for (const [at, stack] of stacks.slice(CONCURRENT_STACKS).entries())
      stack.addStackDependency(stacks[at]!);
  }

  #stackOf({ name }: Row): NestedStack {
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

interface Context {
  api: Gateway;
  deployment: Deployment;
  resources: Resources;
  limited: boolean | undefined;
}

function addEndpoint(stack: NestedStack, row: Row, { api, deployment, resources, limited }: Context): void {
  const { name, method, path, grants, memoryMb, timeoutS = TIMEOUT_S } = row;
  const handler = new BundledFunction(stack, name, deployment, {
    statements: buildEndpointStatements(row, resources, { limited }),
    environment: buildEnvironment(grants, resources),
    timeoutS,
    memoryMb,
  });
  new HttpRoute(stack, `${method} ${path}`, {
    httpApi: api,
    routeKey: HttpRouteKey.with(path, HttpMethod[method]),
    integration: new HttpLambdaIntegration('integration', handler),
  });
}
