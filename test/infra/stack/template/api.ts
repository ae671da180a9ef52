import { describe, expect, it } from 'vitest';
import { routeList } from '../../../../functions/routes/index.ts';
import { listMethods } from '../../../../functions/runtime/routing.ts';
import { entries, UNKNOWN } from '../../../../infra/bundle/entries.ts';
import { findFunction, ofType, synthesized, target } from './synthesized.ts';

const resources = synthesized('prod');
const routes = ofType(resources, 'ApiGatewayV2::Route');

/** The name of the function that serves a route. */
function servedBy(routeKey: string): string {
  const route = routes.find(({ Properties }) => Properties.RouteKey === routeKey)!;
  const integration = target(resources, route, route.Properties.Target['Fn::Join'][1][1]);
  expect(integration.Properties).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
  return target(resources, integration, integration.Properties.IntegrationUri).Properties.FunctionName;
}

it('the API has a route for each row of the table, for HEAD too where it has GET, and a default route', () => {
  const keys = routeList.flatMap(row => listMethods(row).map(method => `${method} ${row.path}`));
  const expected = [...keys, '$default'];

  expect(routes.map(({ Properties }) => Properties.RouteKey).sort()).toEqual(expected.sort());
});

it.each(routeList)(
  'the route $method $path invokes the function of $name',
  ({ name, method, path, ...row }) => {
    const { Properties } = findFunction(resources, name);

    for (const served of listMethods({ method }))
      expect(servedBy(`${served} ${path}`)).toBe(Properties.FunctionName);
    expect(Properties).toMatchObject({ MemorySize: row.memoryMb ?? 512, Timeout: row.timeoutS ?? 29 });
    expect(Properties.Timeout).toBeLessThan(30);
  },
);

it('the default route invokes the function for unknown routes', () => {
  expect(servedBy('$default')).toBe(findFunction(resources, UNKNOWN).Properties.FunctionName);
});

it('API Gateway may invoke each function only for its own route', () => {
  const permissions = ofType(resources, 'Lambda::Permission').filter(
    ({ Properties }) => Properties.Principal === 'apigateway.amazonaws.com',
  );

  expect(permissions).toHaveLength(routeList.length + 1);
  for (const permission of permissions) {
    const { FunctionName } = target(resources, permission, permission.Properties.FunctionName).Properties;
    const path = permission.Properties.SourceArn['Fn::Join'][1].at(-1);
    const row = routeList.find(
      ({ name }) => FunctionName === findFunction(resources, name).Properties.FunctionName,
    );
    expect(path).toBe(`/*/*${row?.path ?? ''}`);
  }
});

describe('Lambda function of the deployment', () => {
  const functions = [...entries.keys()].map(name => ({ name, one: findFunction(resources, name) }));

  it('runs on Node.js 24 and ARM', () => {
    for (const { one } of functions)
      expect(one.Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
  });

  it('has a log group of its own with a retention of 90 days', () => {
    for (const { one } of functions) {
      const log = target(resources, one, one.Properties.LoggingConfig.LogGroup);
      expect(log.Properties).toMatchObject({
        LogGroupName: `/aws/lambda/${one.Properties.FunctionName}`,
        RetentionInDays: 90,
      });
    }
  });

  it('has a name that Lambda accepts', () => {
    for (const { one } of functions) expect(one.Properties.FunctionName).toMatch(/^[\w-]{1,64}$/);
  });
});
