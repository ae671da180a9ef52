import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { setVariables } from '../../../infra/core/environment.ts';

const Addresses = v.object({ dynamodb: v.string(), s3: v.string() });

/**
 * Starts the local table and buckets in a process of their own, so that the processor time of this one is that of the functions alone, as
 * on Lambda. @returns the process, which ends them
 */
export async function startEnginesApart(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('engines-process.ts', import.meta.url)), {
    execArgv: ['--no-warnings', '--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process of the engines has ended');
  });
  const [message] = await Promise.race([once(child, 'message'), ended]);
  const { dynamodb, s3 } = v.parse(Addresses, message);
  setVariables({ AWS_ENDPOINT_URL_DYNAMODB: dynamodb, AWS_ENDPOINT_URL_S3: s3 });
  return child;
}
