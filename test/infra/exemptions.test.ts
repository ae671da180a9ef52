import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts'))
    .map(file => join(folder, file));
}

it('exemptForLocalUse() is called by no deployed code, and depends on no environment variable', () => {
  const callers = [...sources('functions'), ...sources('shared')]
    .filter(file => !file.endsWith('guarded/target.ts'))
    .filter(file => readFileSync(file, 'utf8').includes('exemptForLocalUse'));
  expect(callers).toEqual([]);
  const guarded = sources('shared/platform/http/guarded').map(file => readFileSync(file, 'utf8'));
  expect(guarded.filter(text => text.includes('process.env'))).toEqual([]);
});
