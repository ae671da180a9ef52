import middy, { type MiddlewareObj } from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import type { Context } from 'aws-lambda';
import {
  ApiError,
  ApiKeyMissing,
  EnrolmentRequired,
  SessionEnded,
  TooLarge,
} from '../../shared/platform/core/errors.ts';
import { logDebug, logError, logInfo } from '../../shared/platform/log/log.ts';
import { site } from '../../shared/platform/site/site.ts';
import { traced } from '../../shared/platform/log/trace.ts';
import { prepareBody, refuseCompressed } from '../../shared/platform/http/body.ts';
import { ANONYMOUS, requirePermission, type Caller } from '../../shared/platform/http/caller.ts';
import { readClient, type Client } from '../../shared/platform/http/client.ts';
import { readApiKey, refuseKeyInAddress } from '../../shared/platform/http/credentials.ts';
import { positionFrom } from '../../shared/platform/http/cursor.ts';
import type { Answer, AnyEndpoint } from '../../shared/platform/http/endpoint.ts';
import {
  isRead,
  withPlainHeaders,
  type Claim,
  type HttpEvent,
  type HttpResult,
} from '../../shared/platform/http/event.ts';
import { toApiError } from '../../shared/platform/http/failure.ts';
import { cursorIn, parseInput } from '../../shared/platform/http/input.ts';
import {
  isSessionOfPage,
  readSessionSecret,
  refuseOtherOrigins,
} from '../../shared/platform/http/session-cookie.ts';
import { authenticate } from '../../shared/people/keys/authenticate.ts';
import { countRequest, requireBudget } from '../../shared/people/keys/rate.ts';
import { authenticateSession } from '../../shared/people/sessions/authenticate.ts';
import { actAs, toAnonymous, type Actor } from '../../shared/platform/store/audit/actor.ts';
import { withEdge } from './edge.ts';
import { withProtection } from './protected.ts';
import { render, renderError } from './render.ts';
import type { Ceilings, ServedRoute } from './route.ts';

type Step = MiddlewareObj<HttpEvent, HttpResult>;
export type Serve = (event: HttpEvent, context: Context) => Promise<HttpResult>;

/** Makes a repeated request run only once. */
export interface Idempotency {
  /** Reads the request's Idempotency-Key and computes its fingerprint. */
  claim: (event: HttpEvent) => void;
  once: (
    claim: Claim,
    endpoint: AnyEndpoint,
    run: () => Promise<Answer<unknown>>,
    caller: Caller,
  ) => Promise<Answer<unknown>>;
}

/** The middleware chain of every endpoint: log and errors around size, key, permission, body, schemas, handler and answer. */
export function serve(row: ServedRoute, endpoint: AnyEndpoint, idempotency?: Idempotency): Serve {
  const { ceilings } = row;
  const answer = async (event: HttpEvent): Promise<HttpResult> =>
    await render(event, await run(endpoint, event, idempotency), ceilings);
  const chain = middy<HttpEvent, HttpResult>(answer).use(observe(row));
  if (ceilings) chain.use(limitRequest(ceilings));
  chain.use(checkKey(row));
  if (endpoint.parse ?? endpoint.body) chain.use(refuseCoding);
  if (idempotency) chain.use(claimBy(idempotency));
  if (endpoint.parse) chain.use(parseBy(endpoint.parse));
  else if (endpoint.body) chain.use(limitBody).use(jsonBodyParser());
  const handle: Serve = (event, context) =>
    traced({ requestId: event.requestContext.requestId }, () => chain(withPlainHeaders(event), context));
  return withProtection(withEdge(handle));
}

async function run(
  endpoint: AnyEndpoint,
  event: HttpEvent,
  idempotency: Idempotency | undefined,
): Promise<Answer<unknown>> {
  endpoint.requireFeature?.();
  const input = parseInput(endpoint, event);
  const cursor = cursorIn(input.query);
  const after = cursor === undefined ? undefined : positionFrom(cursor, event);
  const { caller = ANONYMOUS } = event;
  const client = readClient(event);
  const handle = (): Promise<Answer<unknown>> =>
    actAs(toActor(caller, client), () =>
      endpoint.handle({
        ...input,
        caller,
        client,
        cookies: event.cookies ?? [],
        host: event.requestContext.domainName ?? event.headers.host ?? '',
        ifMatch: event.headers['if-match'],
        methodOverride: event.headers['x-http-method-override'],
        after,
      }),
    );
  return await traced({ authorId: caller.authorId }, async () =>
    idempotency && event.claim
      ? await idempotency.once(event.claim, endpoint, handle, caller)
      : await handle(),
  );
}

/** The actor that the audit trail names. */
function toActor({ authorId, keyId, isSession }: Caller, { address }: Client): Actor {
  if (keyId === 0) return toAnonymous(address);
  return { actor: isSession ? 'session' : 'key', author_id: authorId, key_id: keyId, process: null, address };
}

/** Refuses a request over the ceiling before anything is looked up for it. @throws TooLarge */
function limitRequest({ requestBytes }: Ceilings): Step {
  return {
    before: ({ event: { body, rawQueryString, isBase64Encoded } }) => {
      const sent =
        typeof body === 'string' ? Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') : 0;
      if (sent + rawQueryString.length > requestBytes)
        throw new TooLarge(`A request to this route may have at most ${requestBytes} bytes`);
    },
  };
}

function checkKey(row: ServedRoute): Step {
  return {
    before: async ({ event }) => {
      event.caller = await readCaller(row, event);
    },
  };
}

async function readCaller(row: ServedRoute, event: HttpEvent): Promise<Caller> {
  if (row.isKeyless) {
    if (!isRead(event)) refuseOtherOrigins(event);
    return ANONYMOUS;
  }
  refuseKeyInAddress(event);
  const key = readApiKey(event);
  const isOpen = row.public === true && (event.isOpen === true || site().features.publicRead);
  const caller =
    key === undefined ? await readSignedIn(event, row, isOpen) : await authenticate(key, readClient(event));
  if (caller === ANONYMOUS) return caller;
  event.budget = await countRequest(caller.keyId);
  requireBudget(event.budget);
  requirePermission(caller, row.permission);
  return caller;
}

/**
 * The caller of a request without a key. Where no key is needed, an invalid session is ignored.
 * @throws ApiKeyMissing, SessionEnded, Forbidden, EnrolmentRequired
 */
async function readSignedIn(event: HttpEvent, row: ServedRoute, isOpen: boolean): Promise<Caller> {
  try {
    const secret = readSessionSecret(event);
    if (secret === undefined) throw new ApiKeyMissing();
    const caller = await authenticateSession(secret, readClient(event));
    if (!isSessionOfPage(event, caller.authorId)) throw new SessionEnded();
    if (caller.mustEnrol && !row.isForEnrolment) throw new EnrolmentRequired();
    return caller;
  } catch (error) {
    if (isOpen && error instanceof ApiError && error.status < 500) return ANONYMOUS;
    throw error;
  }
}

const refuseCoding: Step = { before: ({ event }) => refuseCompressed(event) };

const limitBody: Step = { before: ({ event }) => prepareBody(event) };

function claimBy({ claim }: Idempotency): Step {
  return { before: ({ event }) => claim(event) };
}

function parseBy(parse: NonNullable<AnyEndpoint['parse']>): Step {
  return {
    before: async ({ event }) => {
      event.body = await parse(event);
    },
  };
}

/** Turns every error into an answer, and writes one log line per request, without key, body or query. */
function observe(row: ServedRoute): Step {
  return {
    before: ({ internal }) => {
      Object.assign(internal, { began: performance.now() });
    },
    after: request => {
      logRequest(row, request, request.response?.statusCode);
    },
    onError: request => {
      const error = toApiError(request.error);
      if (error.status >= 500) logError('request failed', error);
      else logDebug('request refused', { code: error.code, messages: error.messages });
      request.response = renderError(error, request.event);
      logRequest(row, request, error.status);
    },
  };
}

function logRequest(
  row: ServedRoute,
  { event, internal }: { event: HttpEvent; internal: { began?: unknown } },
  status: number | undefined,
): void {
  const ms = Math.round(performance.now() - Number(internal.began));
  logInfo('request', {
    route: `${row.method} ${row.path}`,
    status,
    ms,
    keyId: event.caller?.keyId,
  });
}
