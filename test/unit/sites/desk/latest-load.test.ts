import { describe, expect, it } from 'vitest';
import { LatestLoad } from '../../../../infra/sites/desk/page/latest-load.ts';

interface Answer {
  promise: Promise<string>;
  resolve: (text: string) => void;
}

function answer(): Answer {
  let resolve: Answer['resolve'] = () => undefined;
  const promise = new Promise<string>(done => (resolve = done));
  return { promise, resolve };
}

describe('LatestLoad', () => {
  const view = new AbortController();
  const shown: string[] = [];
  const show = (text: string): void => void shown.push(text);

  it('shows only the newest load, in any order of the answers', async () => {
    const loads = new LatestLoad(view.signal);
    const answers = [answer(), answer()] as const;
    const signals: AbortSignal[] = [];
    const runs = answers.map(({ promise }) =>
      loads.run(async signal => {
        signals.push(signal);
        return await promise;
      }, show),
    );
    answers[1].resolve('newer');
    await runs[1];
    answers[0].resolve('older');
    await runs[0];

    expect(shown.splice(0)).toEqual(['newer']);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('ignores the failure of a cancelled load and throws that of the newest', async () => {
    const loads = new LatestLoad(view.signal);
    const older = loads.run(
      signal => new Promise((_, reject) => signal.addEventListener('abort', reject)),
      show,
    );
    const newer = loads.run(() => Promise.reject(new Error('refused')), show);

    await older;
    await expect(newer).rejects.toThrow('refused');
  });

  it('shows nothing after its view was left or its load was cancelled', async () => {
    const left = new AbortController();
    const loads = new LatestLoad(left.signal);
    const dropped = loads.run(() => Promise.resolve('dropped'), show);
    loads.cancel();
    await dropped;
    const late = loads.run(() => Promise.resolve('late'), show);
    left.abort();
    await late;

    expect(shown).toEqual([]);
  });
});
