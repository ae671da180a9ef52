import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRecipe } from '../../../infra/dev/new/recipe.ts';
import { readChanges } from '../../support/processes/project-copy.ts';

describe.each(['Add a field', 'Change what search finds', 'Add a resource'])(
  'the recipe “%s” of CONTRIBUTING.md',
  section => {
    const diffs = readRecipe(section).filter(({ language }) => language === 'diff');

    it.each(diffs.flatMap(({ code }) => readChanges(code)))(
      'changes $file at a place that it has once, or has changed it',
      ({ file, before, after }) => {
        const text = readFileSync(file, 'utf8');
        expect([before, after].map(side => text.split(side).length)).toContain(2);
      },
    );
  },
);
