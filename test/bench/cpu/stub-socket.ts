import { Agent } from 'node:http';
import { Duplex } from 'node:stream';

/** Answers an operation of DynamoDB, such as "Query", whose request has this JSON, with the bytes of a response. */
type Answer = (operation: string, json: Buffer) => Buffer;

const HEAD_END = '\r\n\r\n';
const OPERATION = /x-amz-target: *\w+\.(\w+)/i;
const LENGTH = /content-length: *(\d+)/i;

/** Connects all HTTP requests of this process to a function in it: no system call and no other process is part of a measurement. */
export function connectTo(answer: Answer): void {
  Object.assign(Agent.prototype, { createConnection: () => new StubSocket(answer) });
}

/** A connection that answers one request after the other. */
class StubSocket extends Duplex {
  readonly #answer: Answer;
  #received: Buffer[] = [];

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
    // The client also writes empty chunks.
    if (chunk.length > 0) this.#received.push(chunk);
    this.#answerWhole();
    done();
  }

  #answerWhole(): void {
    const [first] = this.#received;
    if (!first) return;
    const end = first.indexOf(HEAD_END) + HEAD_END.length;
    const head = first.toString('latin1', 0, end);
    const length = end + Number(LENGTH.exec(head)?.[1]);
    if (this.#received.reduce((sum, { length: bytes }) => sum + bytes, 0) >= length) {
      const body = Buffer.concat(this.#received).subarray(end);
      this.#received = [];
      this.push(this.#answer(OPERATION.exec(head)?.[1] ?? '', body));
    }
  }
}

/** A response of DynamoDB with this JSON. */
export function makeResponse(json: string): Buffer {
  const head = [
    'HTTP/1.1 200 OK',
    'Content-Type: application/x-amz-json-1.0',
    `Content-Length: ${Buffer.byteLength(json)}`,
    'Connection: keep-alive',
    'x-amzn-RequestId: 4KBNVRGD25RG1KEO9UT4V3FQDJVV4KQNSO5AEMVJF66Q9ASUAAJG',
    'x-amz-crc32: 2745614147',
  ];
  return Buffer.from(head.join('\r\n') + HEAD_END + json);
}
