import type { Context } from 'aws-lambda';

/** The second argument of a Lambda function, without the deprecated callbacks. */
export function createLambdaContext(requestId: string, timeoutS: number): Context {
  const deadline = Date.now() + timeoutS * 1000;
  const context: Omit<Context, 'done' | 'fail' | 'succeed'> = {
    callbackWaitsForEmptyEventLoop: false,
    functionName: 'local',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:local:000000000000:function:local',
    memoryLimitInMB: '512',
    awsRequestId: requestId,
    logGroupName: 'local',
    logStreamName: 'local',
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
  return context as Context;
}
