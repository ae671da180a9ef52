import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { ROOT } from '../../../infra/core/root.ts';

/** Installed peers and archives. */
export const CACHE = join(ROOT, '.cache/peers');

const Versions = v.record(v.string(), v.string());
const Manifest = v.object({ dependencies: Versions, config: v.optional(Versions) });

/** The project of a peer: its configuration and collections, and a package.json with exact versions. */
export class Project {
  readonly version: string;
  /** Where it is installed. */
  readonly folder: string;
  readonly #name: string;
  readonly #source: string;
  readonly #npmEnvironment: Record<string, string>;

  /** @param named the package whose version is the peer's: a dependency, or one of `config`, which the build installs */
  constructor(name: string, named: string) {
    this.#name = name;
    this.#source = join(import.meta.dirname, 'projects', name);
    this.folder = join(CACHE, name, 'app');
    const text = readFileSync(join(this.#source, 'package.json'), 'utf8');
    const { dependencies, config } = v.parse(Manifest, JSON.parse(text));
    this.version = dependencies[named] ?? config?.[named] ?? '';
    this.#npmEnvironment = dependencies.node === undefined ? {} : this.#ownHeaders();
  }

  /** The binary of Node.js that runs the project: that of its package `node` if it has one, else the one that runs the bench. */
  get node(): string {
    const own = join(this.folder, 'node_modules/node/bin/node');
    return existsSync(own) ? own : process.execPath;
  }

  /** Lets npm compile packages for the project's own Node.js, also where its configuration names headers of another version. */
  #ownHeaders(): Record<string, string> {
    const binary = `node-${process.platform}-${process.arch}`;
    return { npm_config_nodedir: join(this.folder, 'node_modules/node/node_modules', binary) };
  }

  fingerprint(): string {
    return computeHash(this.#source);
  }

  /** Installs the packages from the registry and runs the build, unless that has been done for the same files. */
  async install(build: readonly string[] = []): Promise<void> {
    const marker = join(CACHE, this.#name, 'installed');
    const fingerprint = this.fingerprint();
    if ((await readFile(marker, 'utf8').catch(() => '')) === fingerprint) return;
    console.log(`${this.#name}: installing into ${this.folder}`);
    await rm(marker, { force: true });
    await rm(this.folder, { recursive: true, force: true });
    await cp(this.#source, this.folder, { recursive: true });
    await this.run('npm', ['install', '--no-audit', '--no-fund'], this.#npmEnvironment);
    if (build.length > 0) {
      console.log(`${this.#name}: building`);
      await this.run(this.node, build, this.#npmEnvironment);
    }
    await writeFile(marker, fingerprint);
  }

  /** Runs a command in the installed project. @throws Error that names the file with its output */
  async run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> {
    await mkdir(CACHE, { recursive: true });
    const log = join(CACHE, `${this.#name}-install.log`);
    const output = await open(log, 'w');
    const child = spawn(command, args, {
      cwd: this.folder,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
      stdio: ['ignore', output.fd, output.fd],
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    await output.close();
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed; its output is in ${log}`);
  }
}

/** A hash of the names and contents of the files of folders, or of single files. */
export function computeHash(...paths: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).toSorted()) if (name !== 'node_modules') add(join(path, name));
    } else {
      hash.update(`${path.slice(ROOT.length)}\n`).update(readFileSync(path));
    }
  };
  for (const path of paths) add(path);
  return hash.digest('hex').slice(0, 16);
}
