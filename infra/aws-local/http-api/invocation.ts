import type { Context } from 'aws-lambda';
import type { routeList } from '../../../functions/routes/index.ts';
import { renderError } from '../../../functions/runtime/render.ts';
import type { Serve } from '../../../functions/runtime/serve.ts';
import { Unavailable } from '../../../shared/platform/core/errors.ts';
import { lazy } from '../../../shared/platform/core/lazy.ts';
import { utf8Length } from '../../../shared/platform/core/text-length.ts';
import type { HttpEvent, HttpResult } from '../../../shared/platform/http/event.ts';
import { toApiError } from '../../../shared/platform/http/failure.ts';
import { QUOTAS } from '../quotas.ts';

/** API Gateway's time-out, for functions without a shorter one. */
const GATEWAY_S = 29;

type Row = (typeof routeList)[number];

/** Loads the function of a route by the route's name. */
export type Functions = (name: string) => Promise<Serve>;

/** Runs the function of a route, or of `$default` when there is no route. */
export type Invoke = (event: HttpEvent, route: Row | undefined) => Promise<HttpResult>;

/** Loads each function at its first request. When a function throws, the error response is the one that API Gateway would send. */
export function invoker(functions: Functions, patience = 1): Invoke {
  const loaded = new Map<string, () => Promise<Serve>>();
  const load = (name: string): Promise<Serve> => {
    const known = loaded.get(name) ?? lazy(() => functions(name));
    loaded.set(name, known);
    return known();
  };
  return async (event, route) => {
    try {
      const timeoutS = (route?.timeoutS ?? GATEWAY_S) * patience;
      return checkAnswer(await invoke(await load(route?.name ?? '$default'), event, timeoutS));
    } catch (error) {
      console.error(error);
      return renderError(toApiError(error), event);
    }
  };
}

/** Stops waiting for a function when its time-out has passed, as API Gateway does. */
async function invoke(handler: Serve, event: HttpEvent, timeoutS: number): Promise<HttpResult> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<HttpResult>(resolve => {
    timer = setTimeout(() => resolve(renderError(new Unavailable(), event)), timeoutS * 1000);
  });
  try {
    return await Promise.race([
      handler(event, createLambdaContext(event.requestContext.requestId, timeoutS)),
      timeout,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** Refuses an answer over Lambda's limit on its JSON, in which a character has at most six bytes. @throws Error */
function checkAnswer(result: HttpResult): HttpResult {
  const { max } = QUOTAS.answerBytes;
  if (result.body.length > max / 6 - 64_000 && utf8Length(JSON.stringify(result)) > max)
    throw new Error(`Response payload size exceeded maximum allowed payload size (${max} bytes).`);
  return result;
}

/** The second argument of a Lambda function, without the deprecated callbacks. */
export function createLambdaContext(requestId: string, timeoutS: number): Context {
  const deadline = Date.now() + timeoutS * 1000;
  const context: Omit<Context, 'done' | 'fail' | 'succeed'> = {
    callbackWaitsForEmptyEventLoop: false,
    functionName: 'local',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:local:000000000000:function:local',
    memoryLimitInMB: '512',
    awsRequestId: requestId,
    logGroupName: 'local',
    logStreamName: 'local',
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
  return context as Context;
}
