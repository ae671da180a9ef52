import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { idsByName, readAuthor } from '../../shared/authors/read.ts';
import { AuthorCreateInput } from '../../shared/authors/input.ts';
import { ADMIN_ROLES } from '../../shared/config/permissions.ts';
import { configureSite, parseSite } from '../../shared/config/site.ts';
import { describeIssues } from '../../shared/http/faults.ts';
import { ensureAdminKey } from '../../shared/keys/first.ts';
import { newKey } from '../../shared/keys/write.ts';
import { siteFromCdkJson } from '../site.ts';

const USAGE = `Usage: npm run keys -- --table <name> [--region <region>] [--name admin] [--email <address>]

Makes an administrator's API key on a deployed table, and the administrator when there is none of this name.
Uses the credentials of your AWS environment; the table's name is an output of the stack.`;

interface Options {
  table: string;
  region: string | undefined;
  name: string;
  email: string | undefined;
}

/** @throws Error that says what is wrong with the command line */
function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { table: text, region: text, email: text, name: { ...text, default: 'admin' } },
  });
  const { table, region, name, email } = values;
  if (!table) throw new Error('--table is missing.');
  const { issues } = v.safeParse(AuthorCreateInput, { name, email });
  if (issues)
    throw new Error(
      describeIssues(issues)
        .map(fault => `--${fault}`)
        .join('\n'),
    );
  return { table, region, name, email };
}

/** An author who is there already must be what its key is to be. */
async function requireAdministrator(name: string): Promise<void> {
  const [id] = await idsByName([name], true);
  if (id === undefined) return;
  const { role, status } = (await readAuthor(id, true)).value;
  if (!ADMIN_ROLES.has(role)) throw new Error(`The author ${name} is ${role}, not an administrator.`);
  if (status !== 'active') throw new Error(`The author ${name} is ${status}.`);
}

async function makeKey({ table, region, name, email }: Options): Promise<string> {
  process.env.TABLE_NAME = table;
  if (region) process.env.AWS_REGION = region;
  configureSite(parseSite(siteFromCdkJson()));
  await requireAdministrator(name);
  const key = newKey();
  await ensureAdminKey(key, { name, email });
  return key;
}

/** Exit codes: 0 made, 1 failed, 2 the command can't be run as typed. */
async function main(): Promise<number> {
  let options: Options;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${reasonOf(error)}\n\n${USAGE}`);
    return 2;
  }
  try {
    const key = await makeKey(options);
    console.error(`The API key of ${options.name}; it is shown this once:`);
    console.log(key);
    return 0;
  } catch (error) {
    const absent = error instanceof Error && error.name === 'ResourceNotFoundException';
    console.error(absent ? `There is no table ${options.table} here.` : reasonOf(error));
    return 1;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

process.exitCode = await main();
