import { expect, it } from 'vitest';
import { readArguments } from '../../../infra/local/arguments.ts';

it('readArguments() starts neither the demo nor SAM by default', () => {
  expect(readArguments([])).toEqual({ demo: false, sam: false });
  expect(readArguments(['--demo'])).toEqual({ demo: true, sam: false });
  expect(readArguments(['--sam'])).toEqual({ demo: false, sam: true });
});

it.each([['--demos'], ['demo'], ['--demo=yes']])('readArguments() refuses %s and names it', argument => {
  expect(() => readArguments([argument])).toThrow(/demo/);
});

it.each([
  ['--port', 'PORT'],
  ['--data-dir=x', 'DATA_DIR'],
  ['PORT=5000', 'PORT'],
])('readArguments() says that the setting of %s is an environment variable', (argument, setting) => {
  expect(() => readArguments([argument])).toThrow(
    `${setting} is an environment variable: ${setting}=… npm start.`,
  );
});
