import { startDynamo } from '../../../../infra/aws-local/dynamodb/server.ts';

// An engine for tests that kill it: it serves the given folder and prints its address.
const { url } = await startDynamo({ dir: process.argv[2] ?? '' });
process.stdout.write(url);
