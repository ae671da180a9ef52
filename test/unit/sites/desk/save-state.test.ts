import { expect, it } from 'vitest';
import { describeState } from '../../../../infra/sites/desk/page/editor/save-state.tsx';

it.each([
  [undefined, true, /^Saved\. Readers don’t see the changes yet$/],
  [undefined, false, /^Saved$/],
  [0, true, /^Saved .+\. Readers don’t see it yet$/],
  [0, false, /^Saved [^.]+$/],
])(
  'describeState() of a story saved at %s says whether readers see it (staged: %s)',
  (at, isStaged, words) => {
    expect(describeState({ kind: 'saved', at }, isStaged)).toMatch(words);
  },
);
