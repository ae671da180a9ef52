import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { entries } from '../../infra/bundle/entries.ts';
import { forward } from '../../infra/sam/forward.ts';
import { samEnvironment, samNameOf, samTemplate } from '../../infra/sam/template.ts';
import type { Resources } from '../../infra/stack/grants.ts';
import { startWeb } from '../support/web.ts';
import { functionOf, NEEDING_SHARP, ofType, synthesized } from './template/synthesized.ts';

/** By it a worker names its metrics; there is nobody here to collect any. */
const METRICS = 'SERVICE';

const deployed = synthesized('prod');
const names = [...entries.keys()];

const resources: Resources = {
  table: { name: 'the-table', arn: '' },
  content: { name: 'the-content', arn: '' },
  media: { name: 'the-media', arn: '', url: 'http://127.0.0.1/media' },
  secretArns: [],
  schedules: { group: 'group', arn: '', roleArn: 'role', failuresArn: 'failures', publisherArn: 'publisher' },
};
const template: any = samTemplate({ architecture: 'arm64', needingSharp: NEEDING_SHARP, resources });
const environment: any = samEnvironment(resources, { AWS_ENDPOINT_URL_S3: 'http://files' });
function samFunction(name: string): any {
  return template.Resources[samNameOf(name)].Properties;
}

function variablesOf(properties: any): string[] {
  return Object.keys(properties.Environment?.Variables ?? {});
}

describe('the template for SAM', () => {
  it('has every function of the deployment, and no other', () => {
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

  it.each(names)('runs %s as it is deployed', name => {
    const { Properties } = functionOf(deployed, name);
    const local = samFunction(name);

    expect(local).toMatchObject({
      Handler: Properties.Handler,
      Runtime: Properties.Runtime,
      Architectures: Properties.Architectures,
      MemorySize: Properties.MemorySize,
      Timeout: Properties.Timeout,
    });
    expect(local.Layers).toHaveLength(Properties.Layers?.length ?? 0);
    const told = variablesOf(Properties).filter(variable => variable !== METRICS);
    expect(variablesOf(local)).toEqual(expect.arrayContaining(told));
  });
});

describe('SAM’s environment', () => {
  it('has a value for each variable that a function names: SAM takes no others', () => {
    const named = new Set(names.flatMap(name => variablesOf(samFunction(name))));

    expect(Object.keys(environment.Parameters).sort()).toEqual([...named].sort());
  });

  it('leads to what runs on this machine, and hides who is signed in to AWS', () => {
    expect(environment.Parameters).toMatchObject({
      TABLE_NAME: 'the-table',
      CONTENT_BUCKET: 'the-content',
      MEDIA_BUCKET: 'the-media',
      AWS_ENDPOINT_URL_S3: 'http://files',
      AWS_SESSION_TOKEN: '',
    });
  });
});

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(ready => server.once('listening', ready));
  const { port } = server.address() as AddressInfo;
  await new Promise(closed => server.close(closed));
  return port;
}

it('hands containers’ connections on to an engine', async () => {
  const engine = await startWeb((request, response) =>
    response.end(`${request.headers.host} ${request.url}`),
  );
  const port = await freePort();
  await forward({ host: '127.0.0.1', port }, engine.origin);
  const answer = await fetch(`http://127.0.0.1:${port}/a?b`, { headers: { connection: 'close' } });

  // The signature of a request covers the name under which it was sent.
  expect(await answer.text()).toBe(`127.0.0.1:${port} /a?b`);
  await engine.stop();
});
