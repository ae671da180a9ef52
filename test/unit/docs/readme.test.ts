import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renewTables, DOCUMENTS } from '../../../infra/dev/readme.ts';

describe.each(DOCUMENTS)('%s', name => {
  const text = readFileSync(name, 'utf8');

  it('has up-to-date generated tables (npm run readme writes them)', () => {
    expect(text).toBe(renewTables(text));
  });

  it('links only to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const inside = links.filter(link => !/^(https?:|mailto:)/.test(link));

    expect(inside.filter(link => !isThere(name, link))).toEqual([]);
  });
});

function isThere(from: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const file = path === '' ? from : join(dirname(from), path);
  return existsSync(file) && (heading === undefined || readHeadings(file).includes(heading));
}

/** The anchors of the headings as browsers see them: lower case, words joined by hyphens. */
function readHeadings(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

it('README.md has at most 200 lines', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(200);
});

it('test/README.md shows the whole example of a mocked table', () => {
  const example = readFileSync('test/unit/platform/store/mock-example.test.ts', 'utf8');
  const indented = example.replaceAll(/^(?=.)/gm, '  ');

  expect(readFileSync('test/README.md', 'utf8')).toContain(`  \`\`\`ts\n${indented}  \`\`\`\n`);
});
