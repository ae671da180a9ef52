import { AsyncLocalStorage } from 'node:async_hooks';
import type { Cost } from '../../../infra/sites/reference/costs.ts';
import { aroundCalls } from '../aws/around-calls.ts';

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
    // An AsyncLocalStorage in use makes every promise of the process slower.
    if (--running === 0) metered.disable();
  }
  const { calls, trips, read, write, examined, bytes } = meter;
  return { calls, trips, read, write, examined, bytes };
}

interface Output {
  ConsumedCapacity?: Consumed | Consumed[];
  ScannedCount?: number;
  Item?: object;
  Items?: object[];
  Responses?: Record<string, object[]>;
  ContentLength?: number;
}
interface Consumed {
  CapacityUnits?: number;
}

/** Makes the AWS clients of this process report their calls to `measureCost`. */
export function installMeter(): void {
  aroundCalls(async ({ operation, input }, next) => {
    const meter = metered.getStore();
    if (!meter) return await next();
    // The clients of other services send only fields that they know.
    const request: Record<string, unknown> = Object.assign(input, { ReturnConsumedCapacity: 'TOTAL' });
    meter.calls++;
    if (meter.underWay++ === 0) meter.trips++;
    try {
      const output = await next();
      count(meter, operation, request, output as Output);
      return output;
    } finally {
      meter.underWay--;
    }
  });
}

function count(meter: Meter, operation: string, request: Record<string, unknown>, output: Output): void {
  const kind = /Get|Query/.test(operation) ? 'read' : 'write';
  meter[kind] += sumUnits(output.ConsumedCapacity);
  if (kind === 'write') return;
  meter.examined += examinedBy(request, output);
  meter.bytes += bytesIn(output);
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
