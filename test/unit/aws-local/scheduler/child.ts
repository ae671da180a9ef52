import { startScheduler } from '../../../../infra/aws-local/scheduler/server.ts';

const server = await startScheduler({ dir: process.argv[2], invoke: () => undefined });
process.send?.(server.url);
