import { availableParallelism, cpus } from 'node:os';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { S3Client, CreateBucketCommand } from '@aws-sdk/client-s3';
import { routeList } from '../../functions/routes/index.ts';
import { CPU_MS_PER_MB, type Ceilings } from '../../functions/runtime/route.ts';
import { serve } from '../../functions/runtime/serve.ts';
import { startEngines } from '../../infra/aws-local/engines.ts';
import { createLambdaContext } from '../../infra/aws-local/http-api/invocation.ts';
import { ensureTable } from '../../infra/aws-local/table.ts';
import { environment } from '../../shared/platform/core/environment.ts';
import { configureSite, parseSite } from '../../shared/platform/site/site.ts';
import type { HttpResult } from '../../shared/platform/http/event.ts';
import { httpEvent } from '../support/web/event.ts';
import { startEnginesApart } from './keyless/engines.ts';
import { seedWorst, type NamedRequest } from './keyless/worst.ts';

const TIMEOUT_S = 29;
/** The least time of several requests counts: other work of the process only adds to it. The first ones compile and convert. */
const TRIES = 20;

/**
 * Measures each request to a route that answers without a key with the worst content that can be stored, and fails when one takes more
 * processor time than its ceiling. Table and buckets are in another process, as on AWS.
 * `routes`: measures only these, such as sitemaps/month
 */
export async function run(routes: readonly string[]): Promise<void> {
  const apart = await startEnginesApart();
  // The others, which none of these requests calls, or only reads.
  const engines = await startEngines({
    dir: undefined,
    invoke: () => undefined,
    consume: () => Promise.resolve({ batchItemFailures: [] }),
    onObjectCreated: () => Promise.resolve(),
  });
  try {
    configureSite(parseSite({ features: { publicRead: true }, feeds: { fullText: true, items: 100 } }));
    await ensureTable(environment().TABLE_NAME);
    await createBuckets();
    const rows = [];
    const requests = await seedWorst();
    for (const request of requests)
      if (routes.length === 0 || routes.includes(request.name)) rows.push(await measure(request));
    console.log(
      `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node.js ${process.version}`,
    );
    console.table(rows);
    if (rows.some(({ over }) => over)) throw new Error('Requests without a key exceed their ceilings');
  } finally {
    await Promise.all(engines.map(engine => engine.close()));
    apart.kill();
  }
}

async function createBuckets(): Promise<void> {
  const files = new S3Client({ forcePathStyle: true });
  const { CONTENT_BUCKET, MEDIA_BUCKET } = environment();
  for (const Bucket of [CONTENT_BUCKET, MEDIA_BUCKET]) await files.send(new CreateBucketCommand({ Bucket }));
  files.destroy();
}

async function measure(request: NamedRequest) {
  const { name, about, before, ...sent } = request;
  const route = routeList.find(row => row.name === name);
  if (!route?.ceilings) throw new Error(`${name} needs a key`);
  const handler = serve(route, (await route.load()).default);
  const event = { method: route.method, path: route.path, ...sent };
  let leastMs = Infinity;
  let result: HttpResult | undefined;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    await before?.();
    const spent = await cpuMs(async () => {
      result = await handler(httpEvent(event), createLambdaContext(name, TIMEOUT_S));
    });
    leastMs = Math.min(leastMs, spent);
  }
  const { statusCode = 0 } = result ?? {};
  const bytes = contentBytes(result);
  const allowedMs = allowance(route.ceilings, bytes);
  return {
    request: `${name}: ${about}`,
    status: statusCode,
    MB: Number((bytes / 1e6).toFixed(2)),
    ms: Math.round(leastMs),
    'allowed ms': Math.round(allowedMs),
    over: leastMs > allowedMs,
  };
}

/** The bytes of the answer before compression. */
function contentBytes(result: HttpResult | undefined): number {
  if (!result) return 0;
  const sent = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8');
  const encoding = result.headers['content-encoding'];
  return (encoding === 'br' ? brotliDecompressSync(sent) : encoding === 'gzip' ? gunzipSync(sent) : sent)
    .length;
}

function allowance({ cpuMs: least }: Ceilings, answerBytes: number): number {
  return Math.max(least, (CPU_MS_PER_MB * answerBytes) / 1e6);
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
