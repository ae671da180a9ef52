import { isPosition, type Position } from '../../../shared/platform/values/position.ts';
import { INDEX_POST } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { failingItems } from '../../../shared/platform/store/outbox/outbox.ts';
import { parse, startCommand, UsageError, type Command } from '../../core/command.ts';
import { print, report } from '../../core/terminal.ts';
import { explainAt, onStack, onStoppedData, PLACE_OPTIONS, readPlace, type Place } from '../place.ts';
import { parseFilter, type Filter } from './filter.ts';
import { pacedByWorkers, runJobs } from './pace.ts';
import { reindexPosts } from './reindex.ts';

const USAGE = `Usage: npm run reindex -- [--data-dir <folder> | --stack <name> [--region <region>]] [--filter <query>] [--after <position>]

Brings the search index of published posts up to date, for example after a field was added to the searched ones: each post gets a
job, which compares its words with the indexed ones and writes the difference.

  --data-dir  the data folder of a stopped service on this machine (DATA_DIR, or .local), whose index is complete at the end
  --stack     a deployed stack, such as broadsheet-prod, with the credentials and region of your AWS environment; its workers run
              the jobs, after those of editors
  --filter    only some posts, as a query of GET /posts: sections, exclude_sections, all_sections, tags, type, provider_id,
              start_ts, end_ts or days, such as 'sections=news&days=30'
  --after     continues an interrupted run from the position that it last reported
  --rate      with --stack: posts per second, 1 to 1000 (10, which leaves some of what a new table can write even when all words
              of all posts are new)

It may be interrupted at any time, and repeated. Entries that were lost although their post is noted as indexed are restored by
npm run verify -- --repair.`;

const MAX_RATE = 1000;
const DEFAULT_RATE = 10;

interface Options extends Place {
  filter: Filter;
  after: Position | undefined;
  rate: number;
}

/** @throws Error when the command line is wrong */
function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parse({
    args,
    options: { ...PLACE_OPTIONS, filter: text, after: text, rate: text },
  });
  const { filter = '', after, rate } = values;
  const place = readPlace(values);
  if (rate !== undefined && place.stack === undefined) throw new UsageError('--rate needs --stack.');
  if (after !== undefined && !isPosition(after))
    throw new UsageError('--after must be a position that an earlier run reported.');
  return { ...place, filter: parseFilter(filter), after, rate: readRate(rate) };
}

function readRate(text = String(DEFAULT_RATE)): number {
  const rate = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (rate < 1 || rate > MAX_RATE)
    throw new UsageError(`--rate must be a whole number from 1 to ${MAX_RATE}.`);
  return rate;
}

async function run({ dataDir, stack, region, filter, after, rate }: Options): Promise<void> {
  const reindex = (pace: (batchSize: number) => Promise<void>) =>
    reindexPosts({ filter, after, pace, report });
  if (stack === undefined)
    await onStoppedData(dataDir, async () => {
      const count = await reindex(runJobs());
      await requireNoFailure();
      print(`Indexed posts: ${count}.`);
    });
  else
    await onStack(stack, region, async () => {
      const count = await reindex(pacedByWorkers(rate, report));
      print(`Index jobs: ${count}. npm run outbox counts those that wait.`);
    });
}

/** @throws Error when a job has failed, of this run or an earlier one */
async function requireNoFailure(): Promise<void> {
  const [failing] = (await failingItems()).filter(({ kind }) => kind === INDEX_POST);
  if (failing) throw new Error(`Not all posts are indexed; npm start tries them again. ${failing.error}`);
}

export const reindex: Command<Options> = { usage: USAGE, read: readOptions, run, explain: explainAt };

await startCommand(import.meta.filename, reindex);
