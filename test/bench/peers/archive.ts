import { constants, existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { article } from './article.ts';
import { computeHash, CACHE } from './project.ts';
import type { Product } from './product.ts';
import { Server } from './server.ts';
import { untilSearchable } from './searchable.ts';

const CREATES_AT_ONCE = 8;
const KEPT_IDS = 100;
const PROGRESS_MS = 15_000;
const BYTES_PER_BLOCK = 512;

const Archive = v.object({ ids: v.array(v.string()) });

/** A copy of an archive that a server may change. */
export interface Copy {
  data: string;
  /** Ids of a hundred posts from the whole archive. */
  ids: string[];
  /** What the archive takes on the disk. */
  bytes: number;
}

/** Copies a product's archive into a folder. An archive is seeded once for each version of the product and of the posts. */
export async function copyArchive(product: Product, posts: number, folder: string): Promise<Copy> {
  const version = `${product.fingerprint()}-${computeHash(join(import.meta.dirname, 'article.ts'))}`;
  const archive = join(CACHE, product.name, `archive-${posts}-${version}`);
  const file = join(archive, 'archive.json');
  if (!existsSync(file)) await seed(product, posts, archive);
  const { ids } = v.parse(Archive, JSON.parse(await readFile(file, 'utf8')));
  const data = join(folder, product.name);
  await cp(join(archive, 'data'), data, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return { data, ids, bytes: await diskBytes(data) };
}

async function seed(product: Product, posts: number, archive: string): Promise<void> {
  const began = performance.now();
  const partial = `${join(CACHE, product.name)}/partial-${posts}`;
  await rm(partial, { recursive: true, force: true });
  const data = join(partial, 'data');
  await mkdir(data, { recursive: true });
  await product.prepare?.(data);
  const server = await Server.start(product, data);
  try {
    const ids = await createPosts(server, posts);
    await writeFile(join(partial, 'archive.json'), JSON.stringify({ ids }));
  } finally {
    await server.stop();
  }
  await removeArchives(product, posts);
  await rename(partial, archive);
  console.log(`${product.title}: seeded ${posts} posts in ${seconds(began)}`);
}

/** Removes archives of other versions. */
async function removeArchives({ name }: Product, posts: number): Promise<void> {
  const folder = join(CACHE, name);
  const old = (await readdir(folder)).filter(entry => entry.startsWith(`archive-${posts}-`));
  await Promise.all(old.map(entry => rm(join(folder, entry), { recursive: true })));
}

async function createPosts(server: Server, posts: number): Promise<string[]> {
  const requests = await server.open();
  const { path, body, readId } = requests.create;
  const ids: string[] = [];
  let next = 1;
  const createNext = async (): Promise<void> => {
    while (next <= posts) {
      const number = next++;
      const id = readId(JSON.parse(await server.text('POST', path, body(article(number)))));
      if (number % Math.ceil(posts / KEPT_IDS) === 0) ids.push(id);
    }
  };
  const progress = setInterval(
    () => console.log(`${server.product.title}: ${next - 1} of ${posts} posts seeded`),
    PROGRESS_MS,
  );
  try {
    await Promise.all(Array.from({ length: CREATES_AT_ONCE }, createNext));
    await untilSearchable(server, requests, article(posts));
  } finally {
    clearInterval(progress);
  }
  return ids;
}

async function diskBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    entries.map(async entry => (await stat(join(folder, entry))).blocks * BYTES_PER_BLOCK),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function seconds(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(0)} s`;
}
