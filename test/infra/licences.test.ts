import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({ license: v.optional(v.string()), resolved: v.optional(v.string()) }),
  ),
});

const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Zlib',
]);

/** Licences that ask for something of their own files only, and which packages may have them. */
const EXCEPTIONS: Readonly<Record<string, RegExp>> = {
  // Files of these stay as they are: axe-core, and the compiled CSS parser of Vitest.
  'MPL-2.0': /^(?:axe-core|lightningcss(?:-[\w-]+)?)$/,
  // libvips is a shared library of its own, which a user of sharp can replace.
  'LGPL-3.0-or-later': /^@img\/sharp-/,
};

/** Packages that state their licence in a form that npm does not copy into the lock; it was read in the package. */
const UNSTATED = new Map([
  ['busboy', 'MIT'],
  ['streamsearch', 'MIT'],
]);

/** Whether a package may be installed by default under an SPDX expression: under one of its alternatives, with all its parts. */
function isAllowed(name: string, expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some(alternative =>
      alternative
        .split(' AND ')
        .every(licence => PERMISSIVE.has(licence) || EXCEPTIONS[licence]?.test(name) === true),
    );
}

describe.each(['package-lock.json', 'infra/layers/sharp/package-lock.json'])('the packages of %s', file => {
  it('finds only permissive licences among the packages that are installed by default', () => {
    const { packages } = v.parse(
      Lock,
      JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')),
    );
    const refused = Object.entries(packages).flatMap(([path, { license }]) => {
      const name = path.replace(/^.*node_modules\//, '');
      const expression = license ?? UNSTATED.get(name) ?? 'not stated';
      return path === '' || isAllowed(name, expression) ? [] : [`${name}: ${expression}`];
    });
    expect(refused).toEqual([]);
  });
});

it.each(['AGPL-3.0-or-later', 'GPL-3.0-only', 'MIT AND GPL-2.0-or-later', 'SSPL-1.0', 'not stated'])(
  'refuses the licence %s',
  expression => {
    expect(isAllowed('a-package', expression)).toBe(false);
  },
);
