import { startDynamo } from '../../../../infra/local/dynamodb/server.ts';

// An engine to be killed: serves the folder given and prints its address.
const { url } = await startDynamo({ dir: process.argv[2] ?? '' });
process.stdout.write(url);
