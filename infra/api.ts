import { NestedStack } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { routeList } from '../functions/routes.ts';
import { UNKNOWN } from './bundle/entries.ts';
import { BundledFunction, type Deployment } from './function.ts';
import { environmentOf, keyUse, statementsOf, type Resources } from './grants.ts';

type Row = (typeof routeList)[number];

/** API Gateway gives up after 30 s; a function that ends a second before still answers. */
const TIMEOUT_S = 29;

/** The HTTP API: a function per row of the route table, in a nested stack per resource; what no row takes goes to one more. */
export class Api extends Construct {
  readonly url: string;

  constructor(scope: Construct, deployment: Deployment, resources: Resources) {
    super(scope, 'api');
    const unknown = new BundledFunction(this, UNKNOWN, deployment, {
      statements: [],
      environment: {},
      timeoutS: TIMEOUT_S,
    });
    const api = new HttpApi(this, 'http', {
      apiName: deployment.prefix,
      defaultIntegration: new HttpLambdaIntegration(UNKNOWN, unknown),
    });
    for (const row of routeList) addEndpoint(this.#stackOf(row), row, { api, deployment, resources });
    this.url = api.apiEndpoint;
  }

  #stackOf({ name }: Row): NestedStack {
    const resource = name.split('/')[0]!;
    const known = this.node.tryFindChild(resource);
    return known instanceof NestedStack ? known : new NestedStack(this, resource);
  }
}

interface Context {
  api: HttpApi;
  deployment: Deployment;
  resources: Resources;
}

function addEndpoint(stack: NestedStack, row: Row, { api, deployment, resources }: Context): void {
  const { name, method, path, grants, memoryMb, timeoutS = TIMEOUT_S } = row;
  const handler = new BundledFunction(stack, name, deployment, {
    statements: [...statementsOf(grants, resources), keyUse(resources)],
    environment: environmentOf(grants, resources),
    timeoutS,
    memoryMb,
  });
  new HttpRoute(stack, `${method} ${path}`, {
    httpApi: api,
    routeKey: HttpRouteKey.with(path, HttpMethod[method]),
    integration: new HttpLambdaIntegration('integration', handler),
  });
}
