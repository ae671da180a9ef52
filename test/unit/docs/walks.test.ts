import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';

const text = readFileSync('shared/README.md', 'utf8');
const [, walks = ''] = /<!-- walks -->\n([\s\S]*?)<!-- \/walks -->/.exec(text) ?? [];

/** The files of each walk, in order; a name without a folder stands in the folder of the one before it. */
const filesByWalk = walks
  .split(/^\*\*/m)
  .slice(1)
  .map((walk): [string, string[]] => {
    const files: string[] = [];
    for (const [, name = ''] of walk.matchAll(/`([\w./-]+\.ts)`/g))
      files.push(name.includes('/') ? name : `${dirname(files.at(-1) ?? '')}/${name}`);
    return [walk.split('**')[0] ?? '', files];
  });

describe.each(filesByWalk)('the walk "%s" in shared/README.md', (_name, files) => {
  it('names files that exist', () => {
    expect(files.length).toBeGreaterThan(2);
    expect(files.filter(file => !existsSync(file))).toEqual([]);
  });

  it('enters each folder once', () => {
    const entered = files.map(file => dirname(file)).filter((folder, at, all) => folder !== all[at - 1]);

    expect(entered).toEqual([...new Set(entered)]);
  });
});

it('shared/README.md describes seven walks', () => {
  expect(filesByWalk).toHaveLength(7);
});
