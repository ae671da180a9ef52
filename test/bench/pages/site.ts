import { cpus } from 'node:os';
import * as v from 'valibot';
import { createReadersSite } from '../../../infra/local/pages/readers-site.ts';
import { configureSite, parseSite } from '../../../shared/platform/site/site.ts';
import type { Site, SiteAnswer } from '../../../infra/sites/reader/site.ts';
import type { InProcess } from '../lists/in-process.ts';
import { authorName, nameTag, sectionUrl } from '../lists/newsroom.ts';
import { Store } from '../lists/store.ts';
import { body, vocabulary } from '../lists/texts.ts';
import { randomFrom } from '../../support/values/random.ts';

const POSTS = 10_000;
const MOST_MS = 30;
const RUNS = 25;

/**
 * Measures the processor time of the readers' site for pages that no cache has, with an archive of 10,000 posts: from the request to the
 * page, with the functions that it calls; the table is in another process, as it is on AWS. Exits with 1 when a page takes longer than 30 ms.
 */
export async function run(): Promise<void> {
  const store = await Store.open();
  try {
    configureSite(parseSite({ features: { publicRead: true } }));
    await store.growTo(POSTS);
    await store.moveTableAway();
    const site = await createReadersSite('http://localhost', toFetch(store.service));
    console.log(`${POSTS} posts, ${cpus().length} × ${cpus()[0]?.model.trim()}, Node.js ${process.version}`);
    const paths = await listPaths(store.service);
    // Code is slow on its first runs, and pages share most of it.
    for (const path of paths) await measure(site, path);
    for (const path of paths) report(path, await measure(site, path));
  } finally {
    await store.close();
  }
}

const Made = v.object({ slug: v.string() });

/** Calls the functions in this process. */
function toFetch(service: InProcess): typeof fetch {
  return async (input, { method = 'GET' } = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const { statusCode, headers, body, isBase64Encoded } = await (
      await service.prepare(method, pathname + search)
    )();
    const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
    return new Response(statusCode === 304 ? null : bytes, { status: statusCode, headers });
  };
}

async function listPaths(service: InProcess): Promise<string[]> {
  const text = body(1, randomFrom(1));
  const post = {
    headline: 'Of the usual length',
    body: text,
    tags: [nameTag(10)],
    sections: [sectionUrl(1)],
  };
  const { slug } = v.parse(Made, (await service.send('POST', '/api/1.3/posts', post)).body);
  const section = `/${sectionUrl(1)}`;
  return [
    ...['/', slug, section, `/tags/${nameTag(10)}`, `/u/${authorName(3)}`, '/archive', '/archive/2026-05'],
    ...[`/search?q=${vocabulary[1000]}`, `/search?q=${vocabulary[300]} ${vocabulary[500]}`, '/nowhere'],
  ];
}

/** The median of the processor time, in milliseconds. */
async function measure(site: Site, path: string): Promise<{ status: number; ms: number }> {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const answer = (): Promise<SiteAnswer> => site.answer(decodeURIComponent(pathname), searchParams);
  const times: number[] = [];
  let status = 0;
  while (times.length < RUNS) {
    const before = process.cpuUsage();
    ({ status } = await answer());
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  times.sort((one, other) => one - other);
  return { status, ms: times[RUNS >> 1] ?? NaN };
}

function report(path: string, { status, ms }: { status: number; ms: number }): void {
  const isHeld = ms <= MOST_MS && status === (path === '/nowhere' ? 404 : 200);
  console.log(`${path}: ${status}, ${ms.toFixed(1)} ms: ${isHeld ? 'held' : 'MISSED'}`);
  if (!isHeld) process.exitCode = 1;
}
