import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import { environment } from '../../shared/platform/core/environment.ts';
import { Unavailable } from '../../shared/platform/core/errors.ts';
import type { HttpEvent, HttpResult } from '../../shared/platform/http/event.ts';
import { renderError } from './render.ts';

const Result = v.object({
  statusCode: v.number(),
  headers: v.record(v.string(), v.string()),
  cookies: v.exactOptional(v.array(v.string())),
  body: v.string(),
  isBase64Encoded: v.boolean(),
});

let client: LambdaClient | undefined;

/** Runs the deployed function of an endpoint with an event of API Gateway, and returns what it answers. */
export async function invokeEndpoint(name: string, event: HttpEvent): Promise<HttpResult> {
  client ??= new LambdaClient();
  try {
    const FunctionName = `${environment().ENDPOINTS_PREFIX}-${name.replaceAll('/', '-')}`;
    const { FunctionError, Payload } = await client.send(
      new InvokeCommand({ FunctionName, Payload: Buffer.from(JSON.stringify(event)) }),
    );
    if (FunctionError !== undefined) throw new Error(`${FunctionName} failed: ${FunctionError}`);
    return v.parse(Result, JSON.parse(Buffer.from(Payload ?? []).toString()));
  } catch (cause) {
    return renderError(new Unavailable({ cause }), event);
  }
}
