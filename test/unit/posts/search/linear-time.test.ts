import { expect, it } from 'vitest';
import { fold, splitLetters, splitRuns } from '../../../../shared/platform/text/words.ts';
import { slowness } from '../../../support/time/cpu.ts';
import { rounds } from '../../../support/run/rounds.ts';

/** Bytes; in the full run the maximum size of a body. */
const SIZE = rounds(2 ** 19, 2 ** 21);
const MAX_MS = 5000;

it.each([
  ['of prose', 'The harbour’s café was closed, for ever. '],
  ['of one letter', 'a'],
  ['of marks', '\u0301'],
  ['of Chinese', '北京大学生前来应聘，'],
  ['of Chinese without a comma', '北京大学'],
  ['of Thai without a space', 'ภาษาไทย'],
  ['of one Khmer letter', 'ក'],
  ['of Thai marks', '\u0e34'],
  ['of emoji', '🎉'],
])('fold() and splitRuns() need linear time for text %s', (_what, text) => {
  const work = (size: number) => {
    const part = text.repeat(Math.ceil(size / Buffer.byteLength(text)));
    return (): void => {
      for (const run of splitRuns(fold(part))) if (run.script === 'dense') splitLetters(run.text);
    };
  };
  expect(slowness({ small: work(SIZE / 4), large: work(SIZE) }, MAX_MS)).toBeUndefined();
});
