import { join } from 'node:path';
import { parse, startCommand, type Command } from '../../core/command.ts';
import { print, report } from '../../core/terminal.ts';
import { checkDatabase, repairDatabase } from '../../aws-local/dynamodb/repair.ts';
import { setFileAside } from '../../aws-local/checked-file.ts';
import { findDamagedObjects, setObjectAside } from '../../aws-local/s3/check-objects.ts';
import { ensureTable } from '../../aws-local/table.ts';
import { actAsProcess } from '../../../shared/platform/store/audit/actor.ts';
import { recordAlone } from '../../../shared/platform/store/audit/record.ts';
import { environment } from '../../../shared/platform/core/environment.ts';
import { requireDataFolder } from '../data-files.ts';
import { findDamagedSmallFiles } from '../small-files.ts';
import {
  explainAt,
  onStack,
  onStoppedData,
  PLACE_OPTIONS,
  readPlace,
  requireStopped,
  type Place,
} from '../place.ts';
import { repairSite, toText, verifySite } from './table.ts';

const USAGE = `Usage: npm run verify -- [--data-dir <folder> | --stack <name> [--region <region>]] [--repair]

Compares all that a site has stored: records with their list entries, unique values, search terms, follow-up jobs, texts and
files, in both directions; of a data folder also the checksums of all values and files. Prints a line for each disagreement,
and ends with 1 when there is any.

  --data-dir  the data folder of a stopped service on this machine (DATA_DIR, or .local)
  --stack     a deployed stack, such as broadsheet-prod, with the credentials and region of your AWS environment
  --repair    restores what can be derived: list entries, unique values, look-ups, counts; search terms and thumbnails are made
              again when the service runs. Of a damaged data folder it salvages what can be read, and keeps the damaged
              files. It invents no record: what can't be derived is named.

All items of the table are in memory during the comparison.`;

/** A repair may reveal what another one needs; three are enough for all that is known. */
const MAX_ROUNDS = 3;

interface Options extends Place {
  repair: boolean;
}

/** @throws Error when the command line is wrong */
function readOptions(args: string[]): Options {
  const { values } = parse({
    args,
    options: { ...PLACE_OPTIONS, repair: { type: 'boolean', default: false } },
  });
  return { ...readPlace(values), repair: values.repair };
}

async function run({ dataDir, stack, region, repair }: Options): Promise<void> {
  const work = () => (repair ? repairAll() : verifyAll());
  if (stack !== undefined) await onStack(stack, region, work);
  else await verifyFolder(dataDir, repair, work);
}

async function verifyFolder(dir: string, repair: boolean, work: () => Promise<void>): Promise<void> {
  const [database, objects] = [join(dir, 'dynamodb'), join(dir, 's3')];
  requireDataFolder(dir, ['dynamodb', 'dynamodb.repaired']);
  await requireStopped(dir);
  report('Comparing checksums.');
  const faults = await (repair ? repairDatabase(database) : checkDatabase(database));
  for (const fault of faults) print(`database: ${fault}`);
  const damaged = await findDamagedObjects(objects);
  for (const object of damaged) {
    print(`object: ${object.fault}`);
    if (repair) print(`  It was set aside as ${setObjectAside(objects, object)}.`);
  }
  const small = findDamagedSmallFiles(dir);
  for (const { file, fault } of small) {
    print(`file: ${fault}`);
    if (repair) print(`  It was set aside as ${setFileAside(file)}.`);
  }
  const count = faults.length + damaged.length + small.length;
  if (count > 0 && !repair)
    throw new Error(`${count} damaged. The records were not compared. Restore a backup, or add --repair.`);
  await onStoppedData(dir, async () => {
    // Damage may have taken the table's description.
    if (repair) await ensureTable(environment().TABLE_NAME);
    await work();
  });
}

async function verifyAll(): Promise<void> {
  report('Comparing records, lists, unique values, terms, jobs and files.');
  const found = await verifySite();
  for (const disagreement of found) print(toText(disagreement));
  if (found.length === 0) {
    print('No disagreement was found.');
    return;
  }
  const derivable = found.filter(({ repair }) => repair).length;
  throw new Error(`${found.length} disagreements, ${derivable} of which --repair repairs.`);
}

async function repairAll(): Promise<void> {
  await recordAlone({ action: 'site.repair', id: null });
  let repaired = 0;
  for (let round = 1; ; round++) {
    report('Comparing records, lists, unique values, terms, jobs and files.');
    const found = await verifySite();
    const derivable = found.filter(({ repair }) => repair);
    if (derivable.length === 0 || round > MAX_ROUNDS) {
      summarize(repaired, found.map(toText));
      return;
    }
    for (const disagreement of derivable) print(`repairing ${toText(disagreement)}`);
    const left = await repairSite(derivable);
    for (const { left: disagreement, reason } of left)
      report(`Not repaired: ${toText(disagreement)}: ${reason}.`);
    repaired += derivable.length - left.length;
  }
}

/** @throws Error when something is left that can't be derived */
function summarize(repaired: number, left: readonly string[]): void {
  for (const text of left) print(`lost: ${text}`);
  print(`Repaired: ${repaired}.`);
  if (left.length > 0)
    throw new Error(
      `${left.length} can’t be derived from what is stored. Restore a backup to have them again.`,
    );
}

export const verify: Command<Options> = {
  usage: USAGE,
  read: readOptions,
  run: options => actAsProcess('verify command', () => run(options)),
  explain: explainAt,
};

await startCommand(import.meta.filename, verify);
