import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { FOLDER } from '../../../upgrade/stored.ts';

const TESTS = join(import.meta.dirname, '../../../api/frozen-items');

it('each set of frozen items has a test file', () => {
  const names = (folder: string, ending: string) =>
    readdirSync(folder)
      .map(file => basename(file, ending))
      .sort();
  expect(names(TESTS, '.test.ts')).toEqual(names(FOLDER, '.json'));
});
