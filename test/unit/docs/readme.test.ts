import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renewed } from '../../../infra/tools/readme.ts';

const readme = readFileSync('README.md', 'utf8');

it('has tables that say what the code says (npm run readme makes them anew)', () => {
  expect(readme).toBe(renewed(readme));
});

it('links only to files that are there', () => {
  const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) => target);
  expect(links.filter(link => !link.startsWith('http') && !existsSync(link))).toEqual([]);
});
