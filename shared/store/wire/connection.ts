import type { DynamoDBClientResolvedConfig } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { environment } from '../../core/environment.ts';
import { exceptionOf } from './exceptions.ts';
import { Signer } from './signature.ts';
import { Sockets, type Response } from './sockets.ts';
import { fromAnswer, toRequest } from './values.ts';

interface Target {
  signer: Signer;
  sockets: Sockets;
  host: string;
  path: string;
}

const Answer = v.custom<object>(value => typeof value === 'object' && value !== null);

const VERSION = 'DynamoDB_20120810';
/** DynamoDB refuses signatures whose time is five minutes away from its own. */
const MAX_CLOCK_SKEW_MS = 240_000;
const SKEW_ERROR = 'InvalidSignatureException';

/**
 * One attempt of a call to DynamoDB, with the credentials, region and endpoint of the SDK's client and without its generic
 * serialization, signer and request handler, which take most of a call's processor time (../wire.md).
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
    const { status, date, text } = await this.#send(operation, JSON.stringify(toRequest(input)));
    if (status < 300) return fromAnswer(v.parse(Answer, JSON.parse(text)));
    const error = exceptionOf(status, text);
    if (error.name === SKEW_ERROR && this.#correctClock(date))
      Object.assign(error.$metadata, { clockSkewCorrected: true });
    throw error;
  }

  /** Closes the connections; a later call opens new ones. */
  destroy(): void {
    void this.#target?.then(({ sockets }) => sockets.destroy());
  }

  async #send(operation: string, body: string): Promise<Response> {
    const { signer, sockets, host, path } = await (this.#target ??= this.#findTarget());
    const headers = signer.sign(
      { host, path, target: `${VERSION}.${operation}`, body },
      await this.#config.credentials(),
      new Date(Date.now() + this.#clockOffsetMs),
    );
    headers['content-length'] = String(Buffer.byteLength(body));
    return await sockets.post(headers, body);
  }

  async #findTarget(): Promise<Target> {
    const custom = environment().DATABASE_ENDPOINT;
    const region = await this.#config.region();
    const { url } = this.#config.endpointProvider({
      Region: region,
      UseFIPS: await this.#config.useFipsEndpoint(),
      UseDualStack: await this.#config.useDualstackEndpoint(),
      ...(custom !== undefined && { Endpoint: custom }),
    });
    return { signer: new Signer(region), sockets: new Sockets(url), host: url.host, path: url.pathname };
  }

  /** Takes the time of an answer that refused a signature. @returns whether signatures have another time from now on */
  #correctClock(date: string | undefined): boolean {
    const offset = Date.parse(date ?? '') - Date.now();
    if (!(Math.abs(offset - this.#clockOffsetMs) > MAX_CLOCK_SKEW_MS)) return false;
    this.#clockOffsetMs = offset;
    return true;
  }
}
