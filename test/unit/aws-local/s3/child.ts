import { startS3 } from '../../../../infra/aws-local/s3/server.ts';
import { CREDENTIALS } from './harness.ts';

const server = await startS3({ dir: process.argv[2], credentials: CREDENTIALS });
process.send?.(server.url);
