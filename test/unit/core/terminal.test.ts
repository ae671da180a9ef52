import { expect, it } from 'vitest';
import { printable } from '../../../infra/core/terminal.ts';

it('printable() escapes control characters and changes of direction, so that a terminal does not obey them', () => {
  expect(printable('a\u001b[2Jb\u0007\r\u009b31m\u202e\u2066\u2028\u007f')).toBe(
    String.raw`a\u001b[2Jb\u0007\u000d\u009b31m\u202e\u2066\u2028\u007f`,
  );
});

it('printable() keeps the text of any script, tabs and line feeds', () => {
  const text = 'Zürich\tपुल\n橋 📰 – “…”';
  expect(printable(text)).toBe(text);
});
