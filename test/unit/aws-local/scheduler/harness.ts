import { SchedulerClient, type CreateScheduleCommandInput } from '@aws-sdk/client-scheduler';
import { onTestFinished } from 'vitest';
import { startScheduler, type StartSchedulerOptions } from '../../../../infra/aws-local/scheduler/server.ts';

export const FUNCTION_ARN = 'arn:aws:lambda:us-east-1:000000000000:function:publish';
export const ROLE_ARN = 'arn:aws:iam::000000000000:role/scheduler';

/** A complete, valid CreateSchedule input; `changes` replaces its members. */
export function scheduleInput(changes: Partial<CreateScheduleCommandInput> = {}): CreateScheduleCommandInput {
  return {
    Name: 'post-1',
    ScheduleExpression: 'at(2099-01-01T00:00:00)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: { Arn: FUNCTION_ARN, RoleArn: ROLE_ARN, Input: '{"id":1}' },
    ...changes,
  };
}

export function clientFor(url: string): SchedulerClient {
  const client = new SchedulerClient({
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  onTestFinished(() => client.destroy());
  return client;
}

/** A running stand-in whose invocations are collected, with a client; both end with the test. */
export async function start(options: Partial<StartSchedulerOptions> = {}) {
  const calls: { arn: string; input: string }[] = [];
  const server = await startScheduler({ invoke: target => void calls.push(target), ...options });
  onTestFinished(() => server.close());
  return { calls, client: clientFor(server.url), server };
}
