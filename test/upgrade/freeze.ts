import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { parse, startCommand, UsageError, type Command } from '../../infra/core/command.ts';
import { print } from '../../infra/core/terminal.ts';
import { handlersFromSources } from '../../infra/aws-local/lambda/handlers.ts';
import { startStack } from '../../infra/local/stack.ts';
import { Api } from '../support/api/api.ts';
import { isCommit, TaggedVersion } from '../support/processes/tagged.ts';
import { allItems } from '../support/table/table.ts';
import { FOLDER, toText } from './stored.ts';
import { Workload } from './workload.ts';

const USAGE = `Usage: npm run freeze -- <tag or commit> [name]

Stores one record of each kind with the functions of a version, and writes the items and the version's answers to test/upgrade/sets,
where a file of test/api/frozen-items, which it writes too, reads them with the current functions. Each release adds its set.`;

const TESTS = join(import.meta.dirname, '../api/frozen-items');

interface Options {
  release: string;
  /** The name of the set. */
  version: string;
}

/** @throws UsageError */
function readOptions(args: string[]): Options {
  const [release, version = release, ...more] = parse({ args, allowPositionals: true }).positionals;
  if (release === undefined || version === undefined || more.length > 0)
    throw new UsageError('Name a tag or commit, and at most one name for its set.');
  if (!isCommit(release)) throw new UsageError(`There is no tag or commit ${release} here.`);
  return { release, version };
}

/** Runs the endpoints of today for the first key, and no worker but those that the workload runs: the version's own. */
async function startWithoutWorkers(api: Api): Promise<void> {
  const nothing = (): Promise<any> => Promise.resolve();
  const accepted = () => Promise.resolve({ batchItemFailures: [] });
  process.env.TABLE_NAME = `freeze-${randomUUID()}`;
  api.stack = await startStack({
    adminKey: api.adminKey,
    handlers: {
      ...handlersFromSources,
      drain: nothing,
      sweep: nothing,
      webhooks: nothing,
      thumbnails: accepted,
    },
  });
}

async function run({ release, version }: Options): Promise<void> {
  const api = new Api();
  const tagged = new TaggedVersion();
  await tagged.build(release);
  await startWithoutWorkers(api);
  const earlier = await tagged.serve(api);
  try {
    const reads = await new Workload(earlier.api, tagged).run();
    const set = { version, storedMs: Date.now(), adminKey: api.adminKey, items: await allItems(), reads };
    writeFileSync(join(FOLDER, `${version}.json`), toText(set));
    const test = `import { testFrozenItems } from '../../support/resources/frozen-items.ts';\n\ntestFrozenItems('${version}');\n`;
    writeFileSync(join(TESTS, `${version}.test.ts`), test);
    print(`${set.items.length} items, ${reads.length} answers`);
  } finally {
    earlier.close();
    await api.stack.stop();
    tagged.remove();
  }
}

export const freeze: Command<Options> = { usage: USAGE, read: readOptions, run };

await startCommand(import.meta.filename, freeze);
