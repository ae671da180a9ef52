import { describe, expect, it } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import { entries, UNKNOWN } from '../../../infra/bundle/entries.ts';
import { functionOf, ofType, synthesized, target } from './synthesized.ts';

const resources = synthesized('prod');
const routes = ofType(resources, 'ApiGatewayV2::Route');

/** The function that a route leads to. */
function servedBy(routeKey: string): string {
  const route = routes.find(({ Properties }) => Properties.RouteKey === routeKey)!;
  const integration = target(resources, route, route.Properties.Target['Fn::Join'][1][1]);
  expect(integration.Properties).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
  return target(resources, integration, integration.Properties.IntegrationUri).Properties.FunctionName;
}

it('has a route for every row, one for everything else, and no other', () => {
  const expected = [...routeList.map(({ method, path }) => `${method} ${path}`), '$default'];

  expect(routes.map(({ Properties }) => Properties.RouteKey).sort()).toEqual(expected.sort());
});

it.each(routeList)('leads $method $path to the function of $name', ({ name, method, path, ...row }) => {
  const { Properties } = functionOf(resources, name);

  expect(servedBy(`${method} ${path}`)).toBe(Properties.FunctionName);
  expect(Properties).toMatchObject({ MemorySize: row.memoryMb ?? 512, Timeout: row.timeoutS ?? 29 });
  expect(Properties.Timeout).toBeLessThan(30);
});

it('leads everything else to the function that says so', () => {
  expect(servedBy('$default')).toBe(functionOf(resources, UNKNOWN).Properties.FunctionName);
});

it('lets API Gateway call each of these functions for its own route only', () => {
  const permissions = ofType(resources, 'Lambda::Permission').filter(
    ({ Properties }) => Properties.Principal === 'apigateway.amazonaws.com',
  );

  expect(permissions).toHaveLength(routeList.length + 1);
  for (const permission of permissions) {
    const { FunctionName } = target(resources, permission, permission.Properties.FunctionName).Properties;
    const path = permission.Properties.SourceArn['Fn::Join'][1].at(-1);
    const row = routeList.find(
      ({ name }) => FunctionName === functionOf(resources, name).Properties.FunctionName,
    );
    expect(path).toBe(`/*/*${row?.path ?? ''}`);
  }
});

describe('each function', () => {
  const functions = [...entries.keys()].map(name => ({ name, one: functionOf(resources, name) }));

  it('runs on the newest Node.js that Lambda has, on ARM', () => {
    for (const { one } of functions)
      expect(one.Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
  });

  it('has a log of its own that is kept for three months', () => {
    for (const { one } of functions) {
      const log = target(resources, one, one.Properties.LoggingConfig.LogGroup);
      expect(log.Properties).toMatchObject({
        LogGroupName: `/aws/lambda/${one.Properties.FunctionName}`,
        RetentionInDays: 90,
      });
    }
  });

  it('has a name that AWS takes', () => {
    for (const { one } of functions) expect(one.Properties.FunctionName).toMatch(/^[\w-]{1,64}$/);
  });
});
