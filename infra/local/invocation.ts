import type { routeList } from '../../functions/routes/index.ts';
import { renderError, type Serve } from '../../functions/runtime/serve.ts';
import { Unavailable } from '../../shared/core/errors.ts';
import { utf8Length } from '../../shared/core/size.ts';
import type { HttpEvent, HttpResult } from '../../shared/http/event.ts';
import { toApiError } from '../../shared/http/failure.ts';
import { lambdaContext } from './context.ts';
import { QUOTAS } from './quotas.ts';

/** How long API Gateway waits for a function whose own time-out is not shorter. */
const GATEWAY_S = 29;

type Row = (typeof routeList)[number];

/** A function by the name of its route. */
export type Functions = (name: string) => Promise<Serve>;

/** Runs the function of a route; without one, the function of `$default`. */
export type Invoke = (event: HttpEvent, route: Row | undefined) => Promise<HttpResult>;

/** Loads each function at its first request. A function that breaks is answered for, as API Gateway does. */
export function invoker(functions: Functions, patience = 1): Invoke {
  const loaded = new Map<string, Promise<Serve>>();
  const load = (name: string): Promise<Serve> => {
    const known = loaded.get(name) ?? functions(name);
    loaded.set(name, known);
    return known;
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

/** As API Gateway does, gives a function up when its time is over. */
async function invoke(handler: Serve, event: HttpEvent, timeoutS: number): Promise<HttpResult> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<HttpResult>(resolve => {
    timer = setTimeout(() => resolve(renderError(new Unavailable(), event)), timeoutS * 1000);
  });
  try {
    return await Promise.race([
      handler(event, lambdaContext(event.requestContext.requestId, timeoutS)),
      timeout,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lambda takes the answer as JSON, in which a character has at most six bytes. @throws Error when it is too large */
function checkAnswer(result: HttpResult): HttpResult {
  const { max } = QUOTAS.answerBytes;
  if (result.body.length > max / 6 - 64_000 && utf8Length(JSON.stringify(result)) > max)
    throw new Error(`Response payload size exceeded maximum allowed payload size (${max} bytes).`);
  return result;
}
