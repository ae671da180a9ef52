import { NestedStack } from 'aws-cdk-lib';
import { HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { routeList } from '../../functions/routes/index.ts';
import { UNKNOWN } from '../bundle/entries.ts';
import { BundledFunction, type Deployment } from './function.ts';
import { Gateway } from './gateway.ts';
import { buildEndpointStatements, buildEnvironment, type Resources } from './grants.ts';
import type { Settings } from './settings.ts';

export type Row = (typeof routeList)[number];

/** API Gateway's time-out is 30 s. A function that ends one second earlier can still answer. */
const TIMEOUT_S = 29;

/** API Gateway's control plane takes 10 calls a second, and 40 at once. A stack creates all its routes at once. */
const CONCURRENT_STACKS = 3;

interface Options {
  deployment: Deployment;
  resources: Resources;
  settings: Settings;
  /** The rows of the route table. */
  routes?: readonly Row[] | undefined;
}

/** The HTTP API: a function per row of the route table, in a nested stack per resource, and one for requests without a route. */
export class Api extends Construct {
  readonly gateway: Gateway;

  constructor(scope: Construct, { deployment, resources, settings, routes = routeList }: Options) {
    super(scope, 'api');
    const unknown = new BundledFunction(this, UNKNOWN, deployment, {
      statements: [],
      environment: {},
      timeoutS: TIMEOUT_S,
    });
    this.gateway = new Gateway(this, 'http', {
      prefix: deployment.prefix,
      settings,
      defaultIntegration: new HttpLambdaIntegration(UNKNOWN, unknown),
    });
    const context = { api: this.gateway, deployment, resources, limited: settings.limited };
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
