import type { Readable } from 'node:stream';
import type { DynamoDBClientResolvedConfig } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { environment } from '../../core/environment.ts';
import { exceptionOf } from './exceptions.ts';
import { fromAnswer, toRequest } from './values.ts';

type Signer = Awaited<ReturnType<DynamoDBClientResolvedConfig['signer']>>;

interface Target {
  signer: Signer;
  address: { protocol: string; hostname: string; port?: number; path: string };
}

interface Response {
  statusCode: number;
  headers: Partial<Record<string, string>>;
  body: Readable;
}
const Handled = v.object({ response: v.custom<Response>(isObject) });
const Answer = v.custom<object>(isObject);

const VERSION = 'DynamoDB_20120810';
/** DynamoDB refuses signatures whose time is five minutes away from its own. */
const MAX_CLOCK_SKEW_MS = 240_000;
const SKEW_ERROR = 'InvalidSignatureException';

/**
 * One attempt of a call to DynamoDB, with the parts of the SDK that need its care (credentials, signature, sockets and their time-outs)
 * and without its generic serialization, which takes most of a call's processor time (../wire.md).
 */
export class Connection {
  readonly #config: DynamoDBClientResolvedConfig;
  #target: Promise<Target> | undefined;
  /** How far this machine's clock is behind DynamoDB's. */
  #clockOffsetMs = 0;

  constructor(config: DynamoDBClientResolvedConfig) {
    this.#config = config;
  }

  /** @param operation for example "Query" @param input in plain JavaScript values @throws DynamoDBServiceException */
  async call(operation: string, input: object): Promise<object> {
    const { statusCode, headers, body } = await this.#request(operation, JSON.stringify(toRequest(input)));
    const text = await textOf(body);
    if (statusCode < 300) return fromAnswer(v.parse(Answer, JSON.parse(text)));
    const error = exceptionOf(statusCode, text);
    if (error.name === SKEW_ERROR && this.#correctClock(headers.date))
      Object.assign(error.$metadata, { clockSkewCorrected: true });
    throw error;
  }

  async #request(operation: string, body: string): Promise<Response> {
    const { signer, address } = await (this.#target ??= this.#findTarget());
    const { hostname, port } = address;
    const headers = {
      host: port === undefined ? hostname : `${hostname}:${port}`,
      'content-type': 'application/x-amz-json-1.0',
      'content-length': String(Buffer.byteLength(body)),
      'x-amz-target': `${VERSION}.${operation}`,
    };
    const signed = await signer.sign(
      { ...address, method: 'POST', query: {}, headers, body },
      { signingDate: new Date(Date.now() + this.#clockOffsetMs) },
    );
    return v.parse(Handled, await this.#config.requestHandler.handle(signed)).response;
  }

  async #findTarget(): Promise<Target> {
    const custom = environment().DATABASE_ENDPOINT;
    const { url } = this.#config.endpointProvider({
      Region: await this.#config.region(),
      UseFIPS: await this.#config.useFipsEndpoint(),
      UseDualStack: await this.#config.useDualstackEndpoint(),
      ...(custom !== undefined && { Endpoint: custom }),
    });
    const { protocol, hostname, port, pathname } = url;
    const address = { protocol, hostname, path: pathname, ...(port !== '' && { port: Number(port) }) };
    return { signer: await this.#config.signer(), address };
  }

  /** Takes the time of an answer that refused a signature. @returns whether signatures have another time from now on */
  #correctClock(date: string | undefined): boolean {
    const offset = Date.parse(date ?? '') - Date.now();
    if (!(Math.abs(offset - this.#clockOffsetMs) > MAX_CLOCK_SKEW_MS)) return false;
    this.#clockOffsetMs = offset;
    return true;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function textOf(body: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    body.on('data', (chunk: Buffer) => chunks.push(chunk));
    body.on('end', () => resolve(textFrom(chunks)));
    body.on('error', reject);
  });
}

/** Most answers arrive in one piece, which needs no copy. */
function textFrom([first, ...others]: readonly Buffer[]): string {
  if (!first) return '';
  return (others.length === 0 ? first : Buffer.concat([first, ...others])).toString();
}
