import { describe, expect, it } from 'vitest';
import { entries } from '../../../infra/bundle/entries.ts';
import { forwardPort } from '../../../infra/sam/forward.ts';
import { buildSamEnvironment, toSamName, buildSamTemplate } from '../../../infra/sam/template.ts';
import type { Resources } from '../../../infra/stack/grants/statement.ts';
import { startWeb } from '../../support/web/web.ts';
import { findFunction, NEEDING_SHARP, ofType, synthesized } from './template/synthesized.ts';
import { freePort } from '../../support/web/free-port.ts';

/** The variable that names the service of a worker's metrics; the local stack collects no metrics. */
const METRICS = 'SERVICE';
/** No function can invoke another one in `sam local`: a path with a slash at its end is answered with 503 there. */
const ENDPOINTS = 'ENDPOINTS_PREFIX';

const deployed = synthesized('prod');
const names = [...entries.keys()];

const resources: Resources = {
  table: { name: 'the-table', arn: '' },
  content: { name: 'the-content', arn: '' },
  media: { name: 'the-media', arn: '', url: 'http://127.0.0.1/media' },
  secretArns: [],
  signInSecretArns: [],
  schedules: { group: 'group', arn: '', roleArn: 'role', failuresArn: 'failures', publisherArn: 'publisher' },
  distributions: [],
  due: { arn: '', url: 'http://queue' },
};
const template: any = buildSamTemplate({ architecture: 'arm64', needingSharp: NEEDING_SHARP, resources });
const environment: any = buildSamEnvironment(resources, { AWS_ENDPOINT_URL_S3: 'http://files' });
function samFunction(name: string): any {
  return template.Resources[toSamName(name)].Properties;
}

function listVariables(properties: any): string[] {
  return Object.keys(properties.Environment?.Variables ?? {});
}

describe('SAM template', () => {
  it('has exactly the functions of the deployment', () => {
    const functions = Object.values<any>(template.Resources).filter(
      ({ Type }) => Type === 'AWS::Serverless::Function',
    );

    expect(functions).toHaveLength(names.length);
    expect(functions.map(({ Properties }) => Properties.CodeUri).sort()).toEqual(
      names.map(name => `functions/${name}`).sort(),
    );
  });

  it('has the routes of the deployment', () => {
    const routes = names
      .flatMap(name => Object.values<any>(samFunction(name).Events ?? {}))
      .map(({ Properties: { Method, Path } }) => (Method === undefined ? '$default' : `${Method} ${Path}`));
    const expected = ofType(deployed, 'ApiGatewayV2::Route').map(({ Properties }) => Properties.RouteKey);

    expect(routes.sort()).toEqual(expected.sort());
  });

  it.each(names)('runs %s with the handler, runtime and size of the deployment', name => {
    const { Properties } = findFunction(deployed, name);
    const local = samFunction(name);

    expect(local).toMatchObject({
      Handler: Properties.Handler,
      Runtime: Properties.Runtime,
      Architectures: Properties.Architectures,
      MemorySize: Properties.MemorySize,
      Timeout: Properties.Timeout,
    });
    expect(local.Layers).toHaveLength(Properties.Layers?.length ?? 0);
    const expected = listVariables(Properties).filter(variable => ![METRICS, ENDPOINTS].includes(variable));
    expect(listVariables(local)).toEqual(expect.arrayContaining(expected));
  });
});

describe('SAM environment', () => {
  it('has a value for exactly the variables that the functions name', () => {
    const named = new Set(names.flatMap(name => listVariables(samFunction(name))));

    expect(Object.keys(environment.Parameters).sort()).toEqual([...named].sort());
  });

  it('points to the local engines and hides AWS credentials of the user', () => {
    expect(environment.Parameters).toMatchObject({
      TABLE_NAME: 'the-table',
      CONTENT_BUCKET: 'the-content',
      MEDIA_BUCKET: 'the-media',
      AWS_ENDPOINT_URL_S3: 'http://files',
      AWS_SESSION_TOKEN: '',
    });
  });
});

/** A port without a listener. */
it('forwardPort() passes connections of containers to a local engine', async () => {
  const engine = await startWeb((request, response) =>
    response.end(`${request.headers.host} ${request.url}`),
  );
  const port = await freePort();
  await forwardPort({ host: '127.0.0.1', port }, engine.origin);
  const answer = await fetch(`http://127.0.0.1:${port}/a?b`, { headers: { connection: 'close' } });

  // The Host header stays, because the request's signature covers it.
  expect(await answer.text()).toBe(`127.0.0.1:${port} /a?b`);
  await engine.stop();
});
