import * as v from 'valibot';
import { AuthorCreateInput } from '../../shared/people/authors/input.ts';
import { Authors } from '../../shared/people/authors/record.ts';
import { describeIssues } from '../../shared/platform/core/faults.ts';
import { ADMIN_ROLES } from '../../shared/platform/site/permissions.ts';
import { configureSite, parseSite } from '../../shared/platform/site/site.ts';
import { ensureAdminKey } from '../../shared/people/keys/first-admin.ts';
import { newKey } from '../../shared/people/keys/write.ts';
import { siteFromCdkJson } from '../stack/site.ts';
import { parse, toReason, startCommand, type Command } from '../core/command.ts';
import { allVariables } from '../core/environment.ts';
import { readLocalKey } from '../local/settings.ts';
import { explain, PLACE_OPTIONS, PLACE_USAGE, parsePlace, useTable, type Place } from './deployed.ts';
import { print, report } from '../core/terminal.ts';

const USAGE = `Usage: npm run keys -- --stack <name> | --table <name> [--region <region>] [--name admin] [--email <address>]
       npm run keys -- --local

Creates an administrator's API key in a deployed table, and the administrator if there is no author of this name. With --local
it prints the key that npm start created on this machine, in the folder DATA_DIR (.local).

${PLACE_USAGE}`;

interface Creation extends Place {
  name: string;
  email: string | undefined;
}
type Options = Creation | 'local';

/** @throws Error when the command line is wrong */
function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parse({
    args,
    options: { ...PLACE_OPTIONS, local: { type: 'boolean' }, email: text, name: text },
  });
  const { local, ...others } = values;
  if (local && Object.keys(others).length > 0) throw new Error('--local takes no other option.');
  if (local) return 'local';
  const { name = 'admin', email } = others;
  const { issues } = v.safeParse(AuthorCreateInput, { name, email });
  if (issues)
    throw new Error(
      describeIssues(issues)
        .map(fault => `--${fault}`)
        .join('\n'),
    );
  return { ...parsePlace(values), name, email };
}

/** An existing author of this name must be an active administrator. */
async function requireAdministrator(name: string): Promise<void> {
  const [id] = await Authors.idsBy('author_name', [name], true);
  if (id === undefined) return;
  const { role, status } = (await Authors.read(id, true)).value;
  if (!ADMIN_ROLES.has(role)) throw new Error(`The author ${name} is ${role}, not an administrator.`);
  if (status !== 'active') throw new Error(`The author ${name} is ${status}.`);
}

async function makeKey({ name, email, ...place }: Creation): Promise<void> {
  await useTable(place);
  configureSite(parseSite(siteFromCdkJson()));
  await requireAdministrator(name);
  const key = newKey();
  await ensureAdminKey(key, { name, email });
  report(`The API key of ${name}; it is shown only once:`);
  print(key);
}

async function run(options: Options): Promise<void> {
  if (options === 'local') print(await readLocalKey(allVariables()));
  else await makeKey(options);
}

export const keys: Command<Options> = {
  usage: USAGE,
  read: readOptions,
  run,
  explain: (error, options) => (options === 'local' ? toReason(error) : explain(error, options)),
};

await startCommand(import.meta.filename, keys);
