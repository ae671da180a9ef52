import { Agent } from 'node:http';
import { Duplex } from 'node:stream';

/** Answers an operation of DynamoDB, such as "Query", whose request has this JSON. */
export type Answer = (operation: string, json: string) => string;

const HEAD_END = '\r\n\r\n';

/** Connects all HTTP requests of this process to a function in it: no system call and no other process is part of a measurement. */
export function connectTo(answer: Answer): void {
  Object.assign(Agent.prototype, { createConnection: () => new StubSocket(answer) });
}

/** A connection that answers one request after the other. */
class StubSocket extends Duplex {
  readonly #answer: Answer;
  #received = '';

  constructor(answer: Answer) {
    super();
    this.#answer = answer;
  }

  // What Node.js calls on a socket.
  setKeepAlive = (): this => this;
  setNoDelay = (): this => this;
  setTimeout = (): this => this;
  ref = (): this => this;
  unref = (): this => this;

  override _read(): void {
    // Answers are pushed when a request is complete.
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#received += chunk.toString('latin1');
    const end = this.#received.indexOf(HEAD_END);
    const head = this.#received.slice(0, end);
    const start = end + HEAD_END.length;
    if (end > 0 && this.#received.length >= start + Number(headerOf(head, 'content-length'))) {
      const operation = headerOf(head, 'x-amz-target').split('.')[1] ?? '';
      this.#respond(this.#answer(operation, Buffer.from(this.#received.slice(start), 'latin1').toString()));
      this.#received = '';
    }
    done();
  }

  #respond(json: string): void {
    const head = [
      'HTTP/1.1 200 OK',
      'Content-Type: application/x-amz-json-1.0',
      `Content-Length: ${Buffer.byteLength(json)}`,
      'Connection: keep-alive',
      'x-amzn-RequestId: 4KBNVRGD25RG1KEO9UT4V3FQDJVV4KQNSO5AEMVJF66Q9ASUAAJG',
      'x-amz-crc32: 2745614147',
    ];
    this.push(head.join('\r\n') + HEAD_END + json);
  }
}

/** The value of a header, which may have any case. */
function headerOf(head: string, name: string): string {
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
}
