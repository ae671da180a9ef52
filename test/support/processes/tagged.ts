import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { routeList } from '../../../functions/routes/index.ts';
import { UNKNOWN } from '../../../infra/bundle/entries.ts';
import { startGateway } from '../../../infra/local/gateway.ts';
import { createLambdaContext } from '../../../infra/aws-local/http-api/invocation.ts';
import { ROOT } from '../../../infra/core/root.ts';
import { Api } from '../api/api.ts';

const run = promisify(execFile);
const WORKER_S = 300;
const INSTALL = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

/** The commit of v0.2.0, for clones without tags. A release sets it to its own (CONTRIBUTING.md, "Release"). */
const LAST_RELEASE = 'e801e591';

/** The last released version before this tree, as a tag or a commit; undefined without git and its history. */
export function lastRelease(): string | undefined {
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
  return tag ?? git('rev-parse', '--verify', '--quiet', `${LAST_RELEASE}^{commit}`);
}

/** Whether git knows a tag or a commit of this name. */
export function isCommit(name: string): boolean {
  return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`) !== undefined;
}

function git(...parameters: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', parameters, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** The functions of a tagged version, bundled by that version itself with its own packages: today's lack some that it needs. */
export class TaggedVersion {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), 'tagged-')));
  readonly #require = createRequire(import.meta.url);

  /** @throws Error when the version can't be bundled */
  async build(release: string): Promise<void> {
    const archive = join(this.#folder, 'sources.tar');
    await run('git', ['archive', '--output', archive, release], { cwd: ROOT });
    await run('tar', ['-xf', archive], { cwd: this.#folder });
    await run('npm', INSTALL, { cwd: this.#folder });
    await run(process.execPath, ['--import', 'tsx', this.#builder()], { cwd: this.#folder });
    // In Lambda the bundles have no package.json above them, so they are CommonJS.
    writeFileSync(join(this.#folder, 'dist/package.json'), '{"type": "commonjs"}');
  }

  /** The version's command for bundles, which each version has in its own place. */
  #builder(): string {
    const { scripts } = JSON.parse(readFileSync(join(this.#folder, 'package.json'), 'utf8'));
    return scripts.build.replace(/^tsx /, '');
  }

  /** Whether the version has an endpoint or a worker. */
  has(name: string): boolean {
    return existsSync(join(this.#folder, 'dist/functions', name));
  }

  #load(name: string): any {
    return this.#require(join(this.#folder, 'dist/functions', name, 'index.js')).handler;
  }

  /** Serves the version's endpoints on the table of a running service. Both accept the same keys. */
  async serve(first: Api): Promise<{ api: Api; close: () => void }> {
    const gateway = await startGateway({
      host: '127.0.0.1',
      port: 0,
      afterWrite: () => undefined,
      functions: name =>
        Promise.resolve(this.#load(routeList.some(route => route.name === name) ? name : UNKNOWN)),
      patience: 20,
    });
    const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
    const api = Object.assign(new Api(), { adminKey: first.adminKey, stack: { ...first.stack, url } });
    return { api, close: () => gateway.close() };
  }

  /** Runs a worker of the version once, as its stream or rule does. */
  async work(name: 'outbox' | 'sweep' | 'webhooks'): Promise<void> {
    const event = name === 'outbox' ? { Records: [] } : {};
    await this.#load(`events/${name}`)(event, createLambdaContext(name, WORKER_S));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
