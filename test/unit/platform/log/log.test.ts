import { afterEach, describe, expect, it, vi } from 'vitest';
import { logDebug, logError, logInfo } from '../../../../shared/platform/log/log.ts';

Object.assign(process.env, {
  TABLE_NAME: 't',
  CONTENT_BUCKET: 'b',
  SCHEDULE_GROUP: 'g',
  SCHEDULE_ROLE_ARN: 'r',
  PUBLISHER_ARN: 'p',
  LOG_LEVEL: 'info',
});

describe('the log', () => {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const written = (): unknown[] => lines.mock.calls.map(([line]) => JSON.parse(String(line)));
  afterEach(() => lines.mockClear());

  it('writes one JSON object per line', () => {
    logInfo('request', { status: 200, text: 'two\nlines' });
    expect(lines.mock.calls[0]?.[0]).not.toContain('\n');
    expect(written()).toEqual([{ level: 'info', message: 'request', status: 200, text: 'two\nlines' }]);
  });

  it("includes the whole chain of an error's causes", () => {
    logError('failed', new Error('outer', { cause: new TypeError('inner', { cause: 'root' }) }), { id: 1 });
    expect(written()).toEqual([
      {
        level: 'error',
        message: 'failed',
        id: 1,
        error: {
          name: 'Error',
          message: 'outer',
          stack: expect.stringContaining('log.test.ts'),
          cause: {
            name: 'TypeError',
            message: 'inner',
            stack: expect.any(String),
            cause: { message: 'root' },
          },
        },
      },
    ]);
  });

  it('omits messages below its level', () => {
    logDebug('detail');
    expect(written()).toEqual([]);
  });
});
