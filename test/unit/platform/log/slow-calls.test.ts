import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GetCommand } from '../../../../shared/platform/store/commands.ts';
import { database } from '../../../../shared/platform/store/client.ts';
import { setPatience } from '../../../support/time/clock.ts';
import { reply, useDynamoStub } from '../../../support/aws/dynamo-stub.ts';

const stub = useDynamoStub();
// An earlier file of this process may have slowed the clock.
beforeEach(() => setPatience(1));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('a call to AWS', () => {
  it.each([
    ['is logged with its request id when it is slow', 2, 1],
    ['is not logged otherwise', 0, 0],
  ])('%s', async (_what, seconds, count) => {
    vi.stubEnv('LOG_LEVEL', 'info');
    const now = performance.now.bind(performance);
    let aheadMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
    const lines: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line));
    stub.answers = [
      response => {
        aheadMs = seconds * 1000;
        reply(200, {}, { 'x-amzn-requestid': 'AWS1' })(response);
      },
    ];
    await database().send(new GetCommand({ TableName: 'table', Key: { pk: 'a', sk: 'b' } }));
    const fields = {
      message: 'slow AWS call',
      commandName: 'GetItemCommand',
      attempts: 1,
      awsRequestId: 'AWS1',
    };
    expect(lines.map(line => JSON.parse(line) as unknown)).toEqual(
      Array.from({ length: count }, () => expect.objectContaining(fields)),
    );
  });
});
