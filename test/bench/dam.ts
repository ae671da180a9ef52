import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureTable } from '../../infra/aws-local/table.ts';
import { environment } from '../../shared/platform/core/environment.ts';
import { configureSite, parseSite } from '../../shared/platform/site/site.ts';
import { ensureAdminKey } from '../../shared/people/keys/first-admin.ts';
import { installMeter } from '../support/costs/meter.ts';
import { DiskEngine } from '../support/aws/disk-engine.ts';
import { makeItems, largeCatalogue, USERS } from '../support/records/large-catalogue.ts';
import { Loader } from '../support/table/loader.ts';
import { InProcess } from './lists/in-process.ts';
import { measure } from './lists/measure.ts';

const SIZES = [1_000, 20_000, 100_000];

const LISTS: Record<string, string> = {
  all: '',
  'the trash': 'in_trash=1',
  'a common tag': 'tags=tag0',
  'a user': `user_id=${USERS[0]}`,
  'a day': 'date_added=2025-01-03',
  'a word that all have': 'search=photo',
  'the same, ranked': 'search=photo&sort_by=score',
  'a rare word, ranked': 'search=subject900&sort_by=score',
  'two words that most have': 'search=agency%20photo',
  'a common word and a rare one': 'search=photo%20subject900',
  'any of three tags': 'tags=tag0,tag1,tag2',
  'a tag of a user': `tags=tag1&user_id=${USERS[0]}`,
  'a phrase that few have': 'search=%22subject5%20subject1%22',
  'a phrase that most have': 'search=%22agency%20photo%22',
};

/**
 * Measures the first hundred assets of each list of the catalogue with their exact total; `npm run bench -- dam 5000` uses another
 * size. Reads are consistent, as for a key that writes; a key that only reads costs half the units.
 */
export async function run(args: readonly string[]): Promise<void> {
  installMeter();
  for (const size of args.length > 0 ? args.map(Number) : SIZES) await runWith(size);
}

async function runWith(size: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-dam-'));
  const engine = new DiskEngine(folder);
  try {
    const service = await serviceOn(engine, folder, size);
    const rows: Record<string, object> = {};
    for (const [name, query] of Object.entries(LISTS)) rows[name] = await measureQuery(service, query);
    console.log(`${size} assets`);
    console.table(rows);
  } finally {
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function serviceOn(engine: DiskEngine, folder: string, size: number): Promise<InProcess> {
  const account = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
  Object.assign(process.env, account, { TABLE_NAME: `bench-${randomUUID()}`, LOG_LEVEL: 'silent' });
  configureSite(parseSite({}));
  await engine.start();
  await ensureTable(environment().TABLE_NAME);
  const key = randomUUID();
  await ensureAdminKey(key, { name: 'admin' });
  await engine.stop();
  const loader = await Loader.open(folder, environment().TABLE_NAME);
  for (const item of makeItems(largeCatalogue(size))) await loader.put({ ...item });
  await loader.close();
  await engine.start();
  return new InProcess(key);
}

async function measureQuery(service: InProcess, query: string): Promise<object> {
  const path = `/api/1.3/dam/assets?${query}`;
  const { statusCode, body } = await (await service.prepare('GET', path))();
  if (statusCode !== 200) return { total: `refused: ${statusCode}` };
  const { total } = JSON.parse(body) as { total: number };
  const { calls, trips, examined, read, p50, p95 } = await measure(service, path);
  return { total, calls, trips, examined, 'read units': read, 'p50 ms': round(p50), 'p95 ms': round(p95) };
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
