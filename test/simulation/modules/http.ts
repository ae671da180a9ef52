import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import type { NetworkReply, NetworkRequest } from '../engine/network.ts';
import type { Owner } from '../engine/scheduler.ts';
import type { SimulatedProcess } from '../engine/process.ts';

/** A connection, of which servers only ask whether it is open. */
class Connection extends EventEmitter {
  readonly destroyed = false;
  readonly remoteAddress = '127.0.0.1';
}

/** The parts of Node.js's IncomingMessage that the local stack uses. */
class Incoming extends Readable {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly rawHeaders: string[];
  readonly httpVersion = '1.1';
  readonly socket: Connection;

  constructor({ method, path, headers, body }: NetworkRequest, socket: Connection) {
    super();
    this.method = method;
    this.url = path;
    this.headers = headers;
    this.rawHeaders = Object.entries(headers).flat();
    this.socket = socket;
    if (body.length > 0) this.push(body);
    this.push(null);
  }

  override _read(): void {
    // All data is there.
  }
}

/** The parts of Node.js's ServerResponse that the local stack uses. */
class Outgoing extends Writable {
  statusCode = 200;
  headersSent = false;
  readonly #headers: Record<string, string> = {};
  readonly #chunks: Buffer[] = [];
  readonly #end: (reply: NetworkReply | undefined) => void;

  constructor(end: (reply: NetworkReply | undefined) => void) {
    super();
    this.#end = end;
  }

  setHeader(name: string, value: unknown): this {
    this.#headers[name.toLowerCase()] = String(value);
    return this;
  }

  getHeader(name: string): string | undefined {
    return this.#headers[name.toLowerCase()];
  }

  writeHead(status: number, headers: Record<string, unknown> = {}): this {
    this.statusCode = status;
    this.headersSent = true;
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) this.setHeader(name, value);
    return this;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  override _final(done: () => void): void {
    this.#end({ status: this.statusCode, headers: this.#headers, body: Buffer.concat(this.#chunks) });
    done();
  }

  override _destroy(_error: Error | null, done: () => void): void {
    if (!this.writableFinished) this.#end(undefined);
    done();
  }
}

type RequestListener = (request: Incoming, response: Outgoing) => void;

/** The parts of Node.js's HTTP server that the local stack uses, on the simulated network. */
class SimulatedServer extends EventEmitter {
  readonly #owner: SimulatedProcess;
  readonly #listener: RequestListener;
  /** The open connections of each client on which no request is open. */
  readonly #idle = new Map<Owner, Connection[]>();
  #port = 0;

  constructor(owner: SimulatedProcess, listener: RequestListener) {
    super();
    this.#owner = owner;
    this.#listener = listener;
  }

  listen(port: number, _host: string, done?: () => void): this {
    if (done) this.once('listening', done);
    this.#port = this.#owner.machine.network.listen(this.#owner, port, (request, client, end) => {
      const connection = this.#connect(client);
      const answered: typeof end = reply => {
        if (reply) this.#idle.get(client)?.push(connection);
        end(reply);
      };
      this.#listener(new Incoming(request, connection), new Outgoing(answered));
    });
    this.#owner.after(0, 'listening', () => this.emit('listening'));
    return this;
  }

  address(): object {
    return { address: '127.0.0.1', family: 'IPv4', port: this.#port };
  }

  close(done?: () => void): this {
    this.#owner.machine.network.close(this.#port);
    if (done) this.once('close', done);
    this.#owner.after(0, 'closed', () => this.emit('close'));
    return this;
  }

  closeIdleConnections(): void {
    this.#idle.clear();
  }

  closeAllConnections(): void {
    this.#idle.clear();
  }

  /** A client keeps its connections, and opens another one when a request is open on each of them. */
  #connect(client: Owner): Connection {
    const idle = this.#idle.get(client) ?? [];
    this.#idle.set(client, idle);
    const known = idle.pop();
    if (known) return known;
    const connection = new Connection();
    this.emit('connection', connection);
    return connection;
  }
}

export function createHttp(owner: SimulatedProcess): object {
  return {
    createServer: (...args: unknown[]) => new SimulatedServer(owner, args.at(-1) as RequestListener),
  };
}
