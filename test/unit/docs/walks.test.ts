import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { walkFrom } from '../../support/sources/walk.ts';

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

/** The room that knows no newsroom. It is a room too, but a call of a tool comes back at once, so it leaves no room. */
const TOOLS = new Set(['shared/platform']);

/** How many rooms a walk goes through, and how often it comes to a file that it has not seen in a room that it has left. */
function countRooms(files: readonly string[]): { rooms: number; returns: number } {
  const visited = files.map(file => file.split('/').slice(0, 2).join('/'));
  const entered = visited.filter(room => !TOOLS.has(room)).filter((room, at, all) => room !== all[at - 1]);
  return { rooms: new Set(visited).size, returns: entered.length - new Set(entered).size };
}

describe('the creation of a draft, followed through its imports and calls', () => {
  const endpoint = 'functions/drafts/create.ts';
  const creation = walkFrom('shared/posts/publishing/create.ts', 'createPost');
  const whole = walkFrom(endpoint);

  it('goes through at most 5 rooms with at most 4 returns until the draft is saved', () => {
    const { rooms, returns } = countRooms([endpoint, ...creation]);

    expect(rooms).toBeLessThanOrEqual(5);
    expect(returns).toBeLessThanOrEqual(4);
  });

  it('goes through at most 6 rooms with at most 6 returns until it is answered', () => {
    const { rooms, returns } = countRooms(whole);

    expect(rooms).toBeLessThanOrEqual(6);
    expect(returns).toBeLessThanOrEqual(6);
  });

  it('reaches the files that shared/README.md names', () => {
    const [, named = []] = filesByWalk.find(([name]) => name === 'Create a draft') ?? [];

    expect(named.filter(file => !whole.includes(file))).toEqual([]);
  });
});

describe('countRooms()', () => {
  it('counts a room that is left for another and entered again, and no use of a tool', () => {
    const files = ['posts/a.ts', 'platform/b.ts', 'posts/c.ts', 'taxonomy/d.ts', 'posts/e.ts'];

    expect(countRooms(files.map(file => `shared/${file}`))).toEqual({ rooms: 3, returns: 1 });
  });
});
