import { parseHTML } from 'linkedom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionError } from '../../../../infra/client/source/errors.ts';
import {
  attemptQuietly,
  forgetFailure,
  showDone,
  showError,
} from '../../../../infra/sites/desk/page/status.ts';

const { document, HTMLElement } = parseHTML('<p id="status"></p>');
const read = (): string | null | undefined => document.querySelector('#status')?.textContent;

describe('the message of the desk', () => {
  beforeEach(() => {
    vi.stubGlobal('document', document);
    vi.stubGlobal('HTMLElement', HTMLElement);
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('leaves some seconds after something was done, and later after it failed', () => {
    showDone('Saved.');
    vi.advanceTimersByTime(8_000);
    expect(read()).toBe('');
    showError(new Error('Refused.'));
    vi.advanceTimersByTime(8_000);
    expect(read()).toBe('Refused.');
    vi.advanceTimersByTime(12_000);
    expect(read()).toBe('');
  });

  it('stays when the time of an earlier message is over', () => {
    showDone('Saved.');
    vi.advanceTimersByTime(7_000);
    showDone('Saved again.');
    vi.advanceTimersByTime(7_000);
    expect(read()).toBe('Saved again.');
  });

  it('the message disappears once the service answers again', async () => {
    showError(new ConnectionError('lost'));
    expect(read()).toBe('The service does not answer.');
    forgetFailure();
    expect(read()).toBe('');
    await attemptQuietly(() => Promise.reject(new ConnectionError('lost')));
    vi.advanceTimersByTime(60_000);
    expect(read()).toBe('The service does not answer.');
    forgetFailure();
    expect(read()).toBe('');
  });
});
