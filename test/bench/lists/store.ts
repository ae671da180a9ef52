import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readVariable } from '../../../infra/core/environment.ts';
import { startEngines } from '../../../infra/aws-local/engines.ts';
import type { LocalServer } from '../../../infra/aws-local/loopback.ts';
import { ensureTable } from '../../../infra/aws-local/table.ts';
import { environment } from '../../../shared/platform/core/environment.ts';
import { configureSite, parseSite } from '../../../shared/platform/site/site.ts';
import { putItem } from '../../../shared/platform/store/put.ts';
import { enteredKey } from '../../../shared/posts/record/entered.ts';
import { searchedKey } from '../../../shared/posts/search/unpublished.ts';
import { ensureAdminKey } from '../../../shared/people/keys/first-admin.ts';
import { DiskEngine } from '../../support/aws/disk-engine.ts';
import { Loader } from '../../support/table/loader.ts';
import { Archive } from './archive.ts';
import { InProcess } from './in-process.ts';
import { makeNewsroom, type Newsroom } from './newsroom.ts';
import { authorsById, seed } from './seed.ts';
import { viewPosts } from './views.ts';

/** A site with its own data and an archive that grows. */
export class Store {
  readonly service: InProcess;
  readonly #folder: string;
  readonly #engine: DiskEngine;
  readonly #others: readonly LocalServer[];
  readonly #newsroom: Newsroom;
  #size = 0;
  #apart: ChildProcess | undefined;

  private constructor(
    folder: string,
    engine: DiskEngine,
    others: readonly LocalServer[],
    service: InProcess,
    newsroom: Newsroom,
  ) {
    this.#folder = folder;
    this.#engine = engine;
    this.#others = others;
    this.service = service;
    this.#newsroom = newsroom;
  }

  static async open(): Promise<Store> {
    const folder = await mkdtemp(join(tmpdir(), 'broadsheet-lists-'));
    const engine = new DiskEngine(folder);
    await engine.start();
    const others = await startEngines({
      dir: undefined,
      invoke: () => undefined,
      consume: () => Promise.resolve({ batchItemFailures: [] }),
      onObjectCreated: () => Promise.resolve(),
    });
    configureSite(parseSite({}));
    await ensureTable(environment().TABLE_NAME);
    const key = randomUUID();
    await ensureAdminKey(key, { name: 'admin' });
    // As after the first minutes: the archive is stored with all entries.
    await putItem({ ...enteredKey(), done: true });
    await putItem({ ...searchedKey(), done: true, after: {} });
    const service = new InProcess(key);
    return new Store(folder, engine, others, service, await makeNewsroom(service));
  }

  /** @returns the number of written items */
  async growTo(size: number): Promise<number> {
    const archive = new Archive(this.#newsroom);
    const authors = await authorsById(this.#newsroom.authors);
    await this.#engine.stop();
    const loader = await Loader.open(this.#folder, environment().TABLE_NAME);
    const written = await seed(loader, { archive, authors, from: this.#size, to: size });
    await loader.close();
    await this.#engine.start();
    // Views do not grow with the archive.
    if (this.#size === 0) await viewPosts(archive, size);
    this.#size = size;
    return written;
  }

  /** Runs the table in another process, so that the processor time of this one is that of the functions, as on Lambda. It grows no more. */
  async moveTableAway(): Promise<void> {
    await this.#engine.stop();
    const file = fileURLToPath(new URL('table-process.ts', import.meta.url));
    const { port } = new URL(readVariable('AWS_ENDPOINT_URL_DYNAMODB'));
    this.#apart = fork(file, [this.#folder, port], { execArgv: ['--no-warnings', '--import', 'tsx'] });
    await once(this.#apart, 'message');
  }

  async close(): Promise<void> {
    this.#apart?.kill();
    await this.#engine.stop();
    await Promise.all(this.#others.map(engine => engine.close()));
    await rm(this.#folder, { recursive: true, force: true });
  }
}
