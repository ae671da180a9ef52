import { AsyncLocalStorage } from 'node:async_hooks';
import { queues } from '../../../shared/platform/schedule/queue.ts';
import { scheduler } from '../../../shared/platform/schedule/schedule.ts';
import { files } from '../../../shared/platform/files/client.ts';
import { database } from '../../../shared/platform/store/client.ts';

/** The cost of one request. */
export interface Cost {
  /** Calls to AWS. */
  calls: number;
  /** Sequential trips among these calls: concurrent calls are one trip. */
  trips: number;
  /** Capacity units of DynamoDB. */
  read: number;
  write: number;
}

/** The cost of a request and the number of items it examined. */
export interface Reading extends Cost {
  /** Items that queries scanned, and keys that were requested. */
  examined: number;
  /** Read from the table, as JSON without the names of attributes, and from S3. */
  bytes: number;
}

interface Meter extends Reading {
  underWay: number;
}

const metered = new AsyncLocalStorage<Meter>();
let running = 0;

/** @returns the cost of `run`, without that of concurrent work. */
export async function measureCost(run: () => Promise<unknown>): Promise<Reading> {
  const meter = { calls: 0, trips: 0, read: 0, write: 0, examined: 0, bytes: 0, underWay: 0 };
  running++;
  try {
    await metered.run(meter, run);
  } finally {
    // A context that is in use makes every promise of the process slower.
    if (--running === 0) metered.disable();
  }
  const { calls, trips, read, write, examined, bytes } = meter;
  return { calls, trips, read, write, examined, bytes };
}

interface Arguments {
  input: Record<string, unknown>;
}
interface Output {
  ConsumedCapacity?: Consumed | Consumed[];
  ScannedCount?: number;
  Item?: object;
  Items?: object[];
  Responses?: Record<string, object[]>;
  ContentLength?: number;
}
type Next = (args: Arguments) => Promise<{ output: Output }>;
interface Consumed {
  CapacityUnits?: number;
}
interface Middleware {
  add: (middleware: (next: Next, context: { commandName?: string }) => Next, options: object) => void;
}

/** Makes the AWS clients of this process report their calls to `measureCost`. */
export function installMeter(): void {
  for (const client of [database(), files(), scheduler(), queues()]) {
    // Each client has its own command types; the meter needs none of them.
    const { middlewareStack } = client as unknown as { middlewareStack: Middleware };
    const isDatabase = client === database();
    middlewareStack.add(
      (next, { commandName = '' }) =>
        async args => {
          const meter = metered.getStore();
          if (!meter) return await next(args);
          if (isDatabase) args.input.ReturnConsumedCapacity = 'TOTAL';
          meter.calls++;
          if (meter.underWay++ === 0) meter.trips++;
          try {
            const result = await next(args);
            const kind = /Get|Query/.test(commandName) ? 'read' : 'write';
            meter[kind] += sumUnits(result.output.ConsumedCapacity);
            if (kind === 'read') {
              meter.examined += examinedBy(args.input, result.output);
              meter.bytes += bytesIn(result.output);
            }
            return result;
          } finally {
            meter.underWay--;
          }
        },
      { step: 'initialize', priority: 'high', name: 'meter' },
    );
  }
}

function sumUnits(consumed: Consumed | Consumed[] = []): number {
  return [consumed].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

/** A Query reports how many items it scanned; a read by keys examines one item for each key. */
function examinedBy({ RequestItems: requested = {} }: Record<string, unknown>, output: Output): number {
  if (output.ScannedCount !== undefined) return output.ScannedCount;
  const batches = Object.values(requested as Record<string, { Keys: unknown[] }>);
  return batches.length === 0 ? 1 : batches.reduce((sum, { Keys }) => sum + Keys.length, 0);
}

function bytesIn({
  Item: item,
  Items: items = [],
  Responses: found = {},
  ContentLength = 0,
}: Output): number {
  const read = [...(item ? [item] : []), ...items, ...Object.values(found).flat()];
  return read.flatMap(Object.values).reduce<number>((sum, value) => sum + countBytes(value), ContentLength);
}

function countBytes(value: unknown): number {
  return value instanceof Uint8Array ? value.length : Buffer.byteLength(String(value));
}
