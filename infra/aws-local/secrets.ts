import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import { readVariable } from '../core/environment.ts';
import { listenOnLoopback, type LocalServer } from './loopback.ts';

const Asked = v.object({ SecretId: v.string() });

/** A stand-in for AWS Secrets Manager with its one operation that the functions call. The secrets are those of the variable SECRETS. */
export async function startSecrets(hostAlias?: string): Promise<LocalServer> {
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request).then(
      ([status, body]) =>
        response
          .writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
          .end(JSON.stringify(body)),
      () => response.writeHead(400).end(),
    );
  };
  return await listenOnLoopback(listener, { hostAlias });
}

async function answer(request: IncomingMessage): Promise<[status: number, body: object]> {
  const { SecretId } = v.parse(Asked, await json(request));
  if (request.headers['x-amz-target'] !== 'secretsmanager.GetSecretValue')
    return [
      400,
      {
        __type: 'InvalidRequestException',
        Message: 'The local Secrets Manager stand-in supports only GetSecretValue.',
      },
    ];
  const secrets = new Map(Object.entries(readVariable('SECRETS')));
  const text = secrets.get(SecretId);
  return text === undefined
    ? [400, { __type: 'ResourceNotFoundException', Message: `SECRETS has no secret ${SecretId}.` }]
    : [200, { Name: SecretId, SecretString: text }];
}
