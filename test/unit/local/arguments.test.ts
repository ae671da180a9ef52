import { expect, it } from 'vitest';
import { readArguments } from '../../../infra/local/arguments.ts';

it('starts without the demo unless asked for it', () => {
  expect(readArguments([])).toEqual({ demo: false });
  expect(readArguments(['--demo'])).toEqual({ demo: true });
});

it.each([['--demos'], ['demo'], ['--demo=yes']])('refuses %s and shows the usage', argument => {
  expect(() => readArguments([argument])).toThrow(/Usage: npm start \[-- --demo]/);
});
