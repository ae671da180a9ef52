import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

/**
 * What npm would warn of. `sanitize-html` requires 22.12, only because it loads an ES module by `require`, which Node.js does from 20.19 on; CI
 * runs its tests on 20.19. Its last version without that requirement has known faults, so the lock file states the requirement no more.
 */
it('no package of the lock file is deprecated or excludes Node.js 20.19', () => {
  const excluding = Object.entries<any>(lock).filter(([, { engines, deprecated }]) => {
    const least = /^>=?\s*v?(\d+)/.exec(engines?.node ?? '')?.[1];
    return deprecated !== undefined || Number(least ?? 0) > 20;
  });
  expect(excluding.map(([name]) => name)).toEqual([]);
});

it('the versions on which CI runs the short suite are the supported ones, and those of the documents: the oldest whole, of the others different shares', () => {
  const ran = Array.from(
    readFileSync('.ci/run', 'utf8').matchAll(/ on_node (\d+)\.(\d+)\.\d+ (.*)$/gm),
    ([, major, minor, options]) => ({ major, minor, options }),
  );
  expect(ran).toEqual([
    { major: '20', minor: '19', options: '--coverage' },
    { major: '22', minor: expect.anything(), options: '"$(share 2)"' },
    { major: '24', minor: expect.anything(), options: '"$(share 2 1)"' },
  ]);
  expect(manifest.engines.node).toBe('^20.19.0 || ^22.12.0 || >=24.0.0');
  expect(readFileSync('README.md', 'utf8')).toContain('Node.js 20.19, 22 or 24');
  expect(readFileSync('.nvmrc', 'utf8').trim()).toBe('24');
});

it('every package with a script that npm runs at installation is named in allowScripts', () => {
  const scripted = Object.entries<any>(lock)
    .filter(([, { hasInstallScript, optional }]) => hasInstallScript === true && optional !== true)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
    .filter(name => name !== '');
  expect([...new Set(scripted)].sort()).toEqual(Object.keys(manifest.allowScripts).sort());
});
