import { crc32 } from 'node:zlib';
import type { Chance } from './chance.ts';
import type { Owner, Scheduler } from './scheduler.ts';

export interface NetworkRequest {
  port: number;
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface NetworkReply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Answers a request, or breaks its connection. */
export type Listener = (
  request: NetworkRequest,
  client: Owner,
  end: (reply: NetworkReply | undefined) => void,
) => void;

/** The error codes of Node.js. Of `ECONNREFUSED` it is known that the request had no effect. */
export class NetworkError extends Error {
  readonly code: 'ECONNREFUSED' | 'ECONNRESET' | 'ETIMEDOUT';

  constructor(code: NetworkError['code']) {
    super(`network: ${code}`);
    this.code = code;
  }
}

/** How often messages are lost, from 0 to 1. */
export interface NetworkFaults {
  lostRequests: number;
  lostAnswers: number;
}

const FIRST_PORT = 40_000;
/** A client waits for this time when neither an answer nor a reset comes. */
const SILENCE_MS = 5000;

/** A request that is not answered yet. */
interface Exchange {
  client: Owner;
  server: Owner | undefined;
  label: string;
  resolve: (reply: NetworkReply) => void;
  reject: (error: NetworkError) => void;
}

/** Connects processes and clients. Messages take a random time, may be lost, and are lost with the process at their end. */
export class Network {
  faults: NetworkFaults = { lostRequests: 0, lostAnswers: 0 };
  readonly #scheduler: Scheduler;
  readonly #chance: Chance;
  readonly #listeners = new Map<number, { owner: Owner; listener: Listener }>();
  readonly #exchanges = new Set<Exchange>();
  #nextPort = FIRST_PORT;

  constructor(scheduler: Scheduler, chance: Chance) {
    this.#scheduler = scheduler;
    this.#chance = chance;
  }

  /** @param port 0 takes a free one @returns the port */
  listen(owner: Owner, port: number, listener: Listener): number {
    const taken = port === 0 ? this.#nextPort++ : port;
    this.#listeners.set(taken, { owner, listener });
    return taken;
  }

  close(port: number): void {
    this.#listeners.delete(port);
  }

  /** @throws NetworkError */
  request(client: Owner, request: NetworkRequest): Promise<NetworkReply> {
    return new Promise((resolve, reject) => {
      const server = this.#listeners.get(request.port);
      const label = `${request.method} ${request.path}`;
      const exchange: Exchange = { client, server: server?.owner, label, resolve, reject };
      this.#exchanges.add(exchange);
      if (!server?.owner.isAlive) this.#fail(exchange, 'ECONNREFUSED');
      else if (this.#chance.happens(this.faults.lostRequests)) this.#lose(exchange);
      else this.#deliver(exchange, server, request);
    });
  }

  /** Breaks the connections of a process that has died. Answers on their way still arrive. */
  drop(owner: Owner): void {
    for (const exchange of this.#exchanges) {
      if (exchange.client === owner) this.#exchanges.delete(exchange);
      else if (exchange.server === owner) this.#fail(exchange, 'ECONNRESET');
    }
  }

  #deliver(
    exchange: Exchange,
    { owner, listener }: { owner: Owner; listener: Listener },
    request: NetworkRequest,
  ): void {
    this.#scheduler.after(this.#delayMs(), owner, exchange.label, () => {
      listener(request, exchange.client, reply => {
        if (!reply) this.#fail(exchange, 'ECONNRESET');
        else if (this.#chance.happens(this.faults.lostAnswers)) this.#lose(exchange);
        else this.#answer(exchange, reply);
      });
    });
  }

  #answer(exchange: Exchange, reply: NetworkReply): void {
    const { client, label, resolve } = exchange;
    if (!this.#exchanges.delete(exchange)) return;
    const result = `${reply.status} (${crc32(reply.body)}) of ${label}`;
    this.#scheduler.after(this.#delayMs(), client, result, () => resolve(reply));
  }

  #lose(exchange: Exchange): void {
    this.#fail(exchange, this.#chance.pick(['ECONNRESET', 'ETIMEDOUT']));
  }

  /** The first end of an exchange counts. */
  #fail(exchange: Exchange, code: NetworkError['code']): void {
    const { client, label, reject } = exchange;
    if (!this.#exchanges.delete(exchange)) return;
    const delayMs = code === 'ETIMEDOUT' ? SILENCE_MS : this.#delayMs();
    this.#scheduler.after(delayMs, client, `${code} of ${label}`, () => reject(new NetworkError(code)));
  }

  /** A few messages are much slower than the others, so that they overtake each other. */
  #delayMs(): number {
    return this.#chance.happens(0.05) ? this.#chance.between(1, 60) : this.#chance.between(0.05, 1.5);
  }
}
