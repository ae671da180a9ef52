import type { Readable } from 'node:stream';
import type { Address } from './address.ts';
import type { EventQueue } from './events.ts';
import type { Credentials } from './signature.ts';
import type { ObjectStore } from './store.ts';

/** A request to an operation: authenticated, except for a form, whose signature is among its fields. */
export interface S3Request extends Address {
  method: string;
  /** By lower-case name; with those that a presigned URL carries in its query. */
  headers: Record<string, string>;
  body: Readable;
  payloadHash: string;
}

export interface S3Response {
  status: number;
  headers?: Record<string, string | number>;
  body?: string | Readable;
  /** The event to deliver once the response is out. */
  eventId?: string;
}

/** What operations work with. */
export interface S3Context {
  store: ObjectStore;
  events: EventQueue;
  credentials: Credentials;
  /** The clock, in epoch ms. */
  now: () => number;
}

export function parameter({ query }: Pick<Address, 'query'>, name: string): string | undefined {
  return query.find(([each]) => each === name)?.[1];
}

/** The body as buffers; unlike the stream's own iterator this leaves the connection open to answer on when it fails. */
export function bytesOf(body: Readable): AsyncIterable<Buffer> {
  return body.iterator({ destroyOnReturn: false });
}
