import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layOutSharp, SHARP_PACKAGES } from '../../infra/bundle/sharp.ts';

interface Locked {
  version: string;
  dependencies?: Record<string, string>;
  integrity?: string;
}

function readLock(folder: string): Record<string, Locked> {
  return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
}

const LAYER = 'infra/layers/sharp';
const project = readLock('.');
const layer = readLock(LAYER);
function toPath(name: string): string {
  return `node_modules/${name}`;
}

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'layer-'));
}

/** Installs packages that have only a name. */
function installed(names: readonly string[]): string {
  const root = folder();
  for (const name of names) {
    mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, name, 'package.json'), JSON.stringify({ name }));
  }
  return root;
}

describe('sharp layer', () => {
  it('has the same package versions as the tests', () => {
    for (const name of SHARP_PACKAGES)
      expect(layer[toPath(name)], name).toMatchObject({
        version: project[toPath(name)]!.version,
        integrity: project[toPath(name)]!.integrity,
      });
  });

  it('has all dependencies of sharp', () => {
    const needed = SHARP_PACKAGES.flatMap(name => Object.keys(layer[toPath(name)]?.dependencies ?? {}));

    expect(needed.filter(name => !SHARP_PACKAGES.includes(name))).toEqual([]);
    expect(needed.length).toBeGreaterThan(0);
  });

  it('has the folders that Lambda searches, and only the packages of sharp', async () => {
    const outdir = folder();
    await layOutSharp(outdir, installed([...SHARP_PACKAGES, 'tslib', '@img/sharp-wasm32']));

    expect(readdirSync(outdir)).toEqual(['nodejs']);
    const found = readdirSync(join(outdir, 'nodejs/node_modules'), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('package.json'))
      .map(dirname);
    expect(found.sort()).toEqual([...SHARP_PACKAGES].sort());
  });

  it('throws an error that names the command when packages are missing, and writes nothing', async () => {
    const outdir = folder();

    await expect(layOutSharp(outdir, installed(['sharp', 'semver']))).rejects.toThrow(
      /lacks @img\/colour, @img\/sharp-libvips-linux-arm64, .*: run "npm run install:layer" first$/,
    );
    expect(readdirSync(outdir)).toEqual([]);
  });
});

// An install without scripts has no layer; the synthesis then reports that.
describe.skipIf(!existsSync(join(LAYER, 'node_modules')))('installed sharp layer', () => {
  const binaries = /\.(node|so(\.[\d.]+)?)$/;
  const AARCH64 = 183;

  it('has binaries for the architecture of the functions', async () => {
    const outdir = folder();
    await layOutSharp(outdir);
    const files = readdirSync(outdir, { recursive: true, encoding: 'utf8' }).filter(file =>
      binaries.test(file),
    );

    expect(files.length).toBeGreaterThanOrEqual(2);
    // Byte 18 of an ELF header names the architecture.
    for (const file of files) expect(readFileSync(join(outdir, file)).readUInt16LE(18), file).toBe(AARCH64);
  });

  it('is found by require() along the NODE_PATH that Lambda sets', async () => {
    const outdir = folder();
    await layOutSharp(outdir);
    const bundle = join(folder(), 'index.js');
    writeFileSync(bundle, 'console.log(require.resolve("sharp"))');
    const found = execFileSync(process.execPath, [bundle], {
      env: { NODE_PATH: join(outdir, 'nodejs/node_modules') },
      encoding: 'utf8',
    });

    expect(found.trim()).toBe(join(outdir, 'nodejs/node_modules/sharp/dist/index.cjs'));
  });
});
