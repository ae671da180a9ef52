import { files } from '../../../shared/platform/files/client.ts';
import { queues } from '../../../shared/platform/schedule/queue.ts';
import { scheduler } from '../../../shared/platform/schedule/schedule.ts';
import { addLayer, DEPTH, type Layer } from '../../../shared/platform/store/layers.ts';

/** A client of the SDK, as far as it is needed to put middleware into it. */
interface Client {
  middlewareStack: { add: (middleware: unknown, options: object) => void };
}
type Next = (args: { input: object }) => Promise<{ output: unknown }>;

/** Puts a layer around the calls of this process to the table, and to S3, SQS and the scheduler or the given `clients`. */
export function aroundCalls(
  layer: Layer,
  { depth = DEPTH.outer, clients = [files(), scheduler(), queues()] as readonly unknown[] } = {},
): void {
  addLayer(layer, depth);
  const middleware =
    (next: Next, { commandName = '' }: { commandName?: string }) =>
    async (args: { input: object }) => {
      const call = { operation: commandName.replace(/Command$/, ''), input: args.input };
      return { output: await layer(call, async () => (await next(args)).output) };
    };
  const priority = depth === DEPTH.outer ? 'normal' : 'low';
  for (const client of clients as readonly Client[])
    client.middlewareStack.add(middleware, { step: 'initialize', priority });
}
