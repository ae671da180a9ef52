import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logError, logInfo } from '../../../../shared/platform/log/log.ts';
import { correlated, correlation, traced } from '../../../../shared/platform/log/trace.ts';

let lines: unknown[] = [];
beforeEach(() => {
  lines = [];
  vi.stubEnv('LOG_LEVEL', 'info');
  vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(JSON.parse(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('log line', () => {
  it('names its request, also while other requests run', async () => {
    const request = async (requestId: string): Promise<void> => {
      await traced({ requestId }, async () => {
        await new Promise(setImmediate);
        logInfo('done', { of: requestId });
      });
    };
    await Promise.all([request('a'), request('b')]);
    expect(lines).toEqual([
      { level: 'info', message: 'done', requestId: 'a', of: 'a' },
      { level: 'info', message: 'done', requestId: 'b', of: 'b' },
    ]);
  });

  it('names the request that began the job and the worker’s invocation', () => {
    const job = traced({ requestId: 'request' }, correlation);
    traced({ requestId: 'worker' }, () => correlated(job, () => logInfo('job')));
    expect(lines).toEqual([{ level: 'info', message: 'job', requestId: 'worker', correlationId: 'request' }]);
  });

  it('names no request when an earlier version stored the job', () => {
    traced({ requestId: 'worker' }, () => correlated({}, () => logInfo('job')));
    expect(lines).toEqual([{ level: 'info', message: 'job', requestId: 'worker' }]);
  });

  it('names the refused AWS call of an error or its cause', () => {
    const cause = Object.assign(new Error('refused'), { $metadata: { requestId: 'AWS1' } });
    logError('failed', new Error('busy', { cause }));
    expect(lines).toMatchObject([{ error: { message: 'busy', cause: { awsRequestId: 'AWS1' } } }]);
  });
});

describe('correlation()', () => {
  it('keeps the correlation id in work that a job begins', () => {
    const stored = traced({ requestId: 'worker', correlationId: 'request' }, correlation);
    expect(stored).toEqual({ correlation: 'request' });
  });

  it('gives no correlation id outside of requests', () => {
    expect(correlation()).toEqual({});
  });
});
