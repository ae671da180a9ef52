import { startDynamo } from '../../../infra/aws-local/dynamodb/server.ts';

/** The table of a folder at a port, in a process of its own. */
const [dir, port] = process.argv.slice(2);
await startDynamo({ dir, port: Number(port) });
process.send?.('ready');
