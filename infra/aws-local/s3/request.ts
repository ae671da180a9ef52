import type { Disk } from '../disk.ts';
import type { Readable } from 'node:stream';
import type { Address } from './address.ts';
import type { EventQueue } from './events.ts';
import type { Credentials } from './signature.ts';
import type { ObjectStore } from './store.ts';

/** A request to an operation. It is authenticated, except for a form, whose fields contain the signature. */
export interface S3Request extends Address {
  method: string;
  /** By lower-case name, including those in the query of a presigned URL. */
  headers: Record<string, string>;
  body: Readable;
  payloadHash: string;
}

export interface S3Response {
  status: number;
  headers?: Record<string, string | number>;
  body?: string | Readable;
  /** The event to deliver after the response is sent. */
  eventId?: string;
}

/** The stores and the clock that operations use. */
export interface S3Context {
  store: ObjectStore;
  events: EventQueue;
  credentials: Credentials;
  /** The current time in epoch ms. */
  now: () => number;
  /** Told of failed writes. */
  disk: Disk | undefined;
}

export function parameter({ query }: Pick<Address, 'query'>, name: string): string | undefined {
  return query.find(([each]) => each === name)?.[1];
}

/** Reads the body as buffers. Unlike the stream's own iterator, a failure leaves the connection open for the response. */
export function readBytes(body: Readable): AsyncIterable<Buffer> {
  return body.iterator({ destroyOnReturn: false });
}
