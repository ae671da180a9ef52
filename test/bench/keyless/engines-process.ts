import { readVariable, setVariables } from '../../../infra/core/environment.ts';
import { startEngines } from '../../../infra/aws-local/engines.ts';

setVariables({ ENGINES_OVER_HTTP: 'yes' });
await startEngines({
  dir: undefined,
  invoke: () => undefined,
  consume: () => Promise.resolve({ batchItemFailures: [] }),
  onObjectCreated: () => Promise.resolve(),
});
process.send?.({
  dynamodb: readVariable('AWS_ENDPOINT_URL_DYNAMODB'),
  s3: readVariable('AWS_ENDPOINT_URL_S3'),
});
