import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const README = readFileSync('infra/cli/README.md', 'utf8');
const [, section = ''] = /<!-- commands -->([^]*)<!-- \/commands -->/.exec(README) ?? [];

const quoted = (cell = ''): string[] => Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = '']) => text);
const rows = section
  .trim()
  .split('\n')
  .slice(2)
  .map(line => line.split('|').slice(1, 4))
  .map(([names, inputs = '', tests]) => ({
    names: quoted(names),
    readsOthers: inputs.trim() !== 'nothing',
    tests: quoted(tests),
  }));

describe('the table of what commands read', () => {
  it('names each script of package.json once', () => {
    expect(rows.flatMap(({ names }) => names).sort()).toEqual(Object.keys(scripts).sort());
  });

  it('names tests with hostile input for exactly the commands that read what others made', () => {
    const wrong = rows.filter(({ readsOthers, tests }) => readsOthers !== tests.length > 0);
    expect(wrong).toEqual([]);
  });

  it.each(rows.filter(({ readsOthers }) => readsOthers).map(row => [row.names.join(', '), row] as const))(
    'names tests that run %s',
    (_, { names, tests }) => {
      const files = names.flatMap(name => {
        // The command is imported from its file; the service is started by all tests of the API.
        const [, file = ''] = /infra\/(?:cli|dev)\/(\S+)$/.exec(scripts[name] ?? '') ?? [];
        return tests.map(test => ({ test, file }));
      });
      for (const { test, file } of files) expect(readFileSync(test, 'utf8')).toContain(file);
    },
  );

  it.each(['build', 'client', 'synth', 'readme', 'openapi', 'check'])(
    'names no hostile input for %s, which sends no request',
    name => {
      const [, file = ''] = scripts[name]?.split(' ') ?? [];
      expect(readFileSync(file, 'utf8')).not.toMatch(/\bfetch\(|node:https?|process\.stdin|client-/);
    },
  );
});
