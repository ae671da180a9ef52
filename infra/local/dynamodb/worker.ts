import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { type DynamoOptions, serve } from './serve.ts';

/** The worker thread of the engine: it posts its address, and closes at the first message. */
if (!parentPort) throw new Error('This module runs in a worker thread.');
const dynamo = await serve(workerData as DynamoOptions);
parentPort.postMessage(dynamo.url);
await once(parentPort, 'message');
await dynamo.close();
