import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { FAULTS } from '../planted/faults.ts';

it.each(FAULTS)(
  'the planted fault $name finds its text once in $file',
  async ({ file, text, replacement }) => {
    const source = await readFile(file, 'utf8');
    expect(source.split(text)).toHaveLength(2);
    expect(replacement).not.toContain(text);
  },
);
