import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { exitOnHelp } from '../../infra/core/command.ts';
import { handlersFromSources } from '../../infra/aws-local/lambda/handlers.ts';
import { startStack } from '../../infra/local/stack.ts';
import { Api } from '../support/api/api.ts';
import { TaggedVersion } from '../support/processes/tagged.ts';
import { allItems } from '../support/table/table.ts';
import { FOLDER, toText } from './stored.ts';
import { Workload } from './workload.ts';

exitOnHelp(`Usage: npm run freeze -- <tag or commit> [name]

Stores one record of each kind with the functions of a version, and writes the items and the version's answers to test/upgrade/sets,
where a file of test/api/frozen-items, which it writes too, reads them with the current functions. Each release adds its set.`);

const TESTS = join(import.meta.dirname, '../api/frozen-items');

const [release = '', version = release] = process.argv.slice(2);
const nothing = (): Promise<any> => Promise.resolve();
const accepted = () => Promise.resolve({ batchItemFailures: [] });
const api = new Api();
process.env.TABLE_NAME = `freeze-${randomUUID()}`;
const tagged = new TaggedVersion();
await tagged.build(release);
api.stack = await startStack({
  adminKey: api.adminKey,
  // Follow-up jobs wait, but for those that the workload completes with the version's own worker.
  handlers: {
    ...handlersFromSources,
    drain: nothing,
    sweep: nothing,
    webhooks: nothing,
    thumbnails: accepted,
  },
});
const earlier = await tagged.serve(api);
try {
  const reads = await new Workload(earlier.api, tagged).run();
  const set = { version, storedMs: Date.now(), adminKey: api.adminKey, items: await allItems(), reads };
  writeFileSync(join(FOLDER, `${version}.json`), toText(set));
  const test = `import { testFrozenItems } from '../../support/resources/frozen-items.ts';\n\ntestFrozenItems('${version}');\n`;
  writeFileSync(join(TESTS, `${version}.test.ts`), test);
  console.log(`${set.items.length} items, ${reads.length} answers`);
} finally {
  earlier.close();
  await api.stack.stop();
  tagged.remove();
}
