import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A function as its template declares it. */
export interface DeployedFunction {
  /** The folder of its code, below the outdir. */
  asset: string;
  /** `file.export` */
  handler: string;
  /** The variables of its environment; null where only the deployment knows the value. */
  environment: Record<string, string | null>;
}

export interface Deployed {
  /** By route key, as in API Gateway: `GET /api/1.3/posts`, `$default`. */
  routes: Record<string, DeployedFunction>;
  /** The functions without a route, by name: `events-outbox`. */
  workers: Record<string, DeployedFunction>;
}

type Template = Record<string, { Type: string; Properties: any }>;

/** Reads the templates of a synthesis. */
export function deployedIn(outdir: string): Deployed {
  const routes: Deployed['routes'] = {};
  const workers: Deployed['workers'] = {};
  const files = readdirSync(outdir).filter(file => file.endsWith('template.json'));
  for (const file of files) {
    const template: Template = JSON.parse(readFileSync(join(outdir, file), 'utf8')).Resources;
    for (const { Type, Properties } of Object.values(template)) {
      if (Type === 'AWS::ApiGatewayV2::Route')
        routes[Properties.RouteKey] = toFunction(behind(template, Properties.Target));
      const worker = /-(events-\w+)$/.exec(Properties?.FunctionName)?.[1];
      if (Type === 'AWS::Lambda::Function' && worker) workers[worker] = toFunction(Properties);
    }
  }
  return { routes, workers };
}

/** The function behind a route, found through the integration in the same template. */
function behind(template: Template, target: any): any {
  const integration = template[target['Fn::Join'][1][1].Ref]!;
  return template[integration.Properties.IntegrationUri['Fn::GetAtt'][0]]!.Properties;
}

function toFunction({ Code, Handler, Environment }: any): DeployedFunction {
  const variables = Object.entries<any>(Environment?.Variables ?? {});
  return {
    asset: `asset.${Code.S3Key.split('.')[0]}`,
    handler: Handler,
    environment: Object.fromEntries(
      variables.map(([name, value]) => [name, typeof value === 'string' ? value : null]),
    ),
  };
}
