import * as v from 'valibot';
import { AuthorCreateInput } from '../../shared/people/authors/input.ts';
import { Authors } from '../../shared/people/authors/record.ts';
import { describeIssues } from '../../shared/platform/core/faults.ts';
import { ADMIN_ROLES } from '../../shared/platform/site/permissions.ts';
import { actAsProcess } from '../../shared/platform/store/audit/actor.ts';
import { configureSite, parseSite } from '../../shared/platform/site/site.ts';
import { ensureAdminKey, ensureAdministrator, SYSTEM } from '../../shared/people/keys/first-admin.ts';
import { inviteAuthor, toInvitationLink } from '../../shared/people/invitations/invite.ts';
import { newKey } from '../../shared/people/keys/write.ts';
import { resetFactors } from '../../shared/people/sessions/reset-factors.ts';
import { siteFromCdkJson } from '../stack/site.ts';
import { parse, toReason, startCommand, type Command } from '../core/command.ts';
import { allVariables } from '../core/environment.ts';
import { readLocalKey } from '../local/settings.ts';
import {
  explain,
  PLACE_OPTIONS,
  PLACE_USAGE,
  parsePlace,
  readApiAddress,
  useTable,
  type Place,
} from './deployed.ts';
import { print, report } from '../core/terminal.ts';

const USAGE = `Usage: npm run keys -- --stack <name> | --table <name> [--region <region>] [--name admin] [--email <address>]
       npm run keys -- --stack <name> | --table <name> [--region <region>] --reset-second-factor <name>
       npm run keys -- --stack <name> [--region <region>] --invite [--name admin] --email <address>
       npm run keys -- --local

Creates an administrator's API key in a deployed table, and the administrator if there is no author of this name. With --local
it prints the key that npm start created on this machine, in the folder DATA_DIR (.local). With --reset-second-factor it removes the
passkeys and recovery codes of the author of this name, who lost them, and ends the author's sessions: the password then signs in again.
With --invite it prints a link instead of a key, by which the administrator chooses a password and signs in, once, within three days.
The page is there on a stack with the setting pages.

${PLACE_USAGE}`;

interface Creation extends Place {
  name: string;
  email: string | undefined;
}
interface Invitation extends Creation {
  isInvitation: true;
}
interface Reset extends Place {
  resetName: string;
}
type Options = Creation | Invitation | Reset | 'local';

/** @throws Error when the command line is wrong */
function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parse({
    args,
    options: {
      ...PLACE_OPTIONS,
      local: { type: 'boolean' },
      email: text,
      name: text,
      invite: { type: 'boolean' },
      'reset-second-factor': text,
    },
  });
  const { local, ...others } = values;
  if (local && Object.keys(others).length > 0) throw new Error('--local takes no other option.');
  if (local) return 'local';
  const { name = 'admin', email, invite: isInvitation = false, 'reset-second-factor': resetName } = others;
  if (resetName !== undefined) return { ...parsePlace(values), resetName };
  const { issues } = v.safeParse(AuthorCreateInput, { name, email });
  if (issues)
    throw new Error(
      describeIssues(issues)
        .map(fault => `--${fault}`)
        .join('\n'),
    );
  const creation = { ...parsePlace(values), name, email };
  if (!isInvitation) return creation;
  if (values.stack === undefined) throw new Error('--invite needs --stack, whose address the link has.');
  return { ...creation, isInvitation };
}

/** An existing author of this name must be an active administrator. */
async function requireAdministrator(name: string): Promise<void> {
  const [id] = await Authors.idsBy('author_name', [name], { consistent: true });
  if (id === undefined) return;
  const { role, status } = (await Authors.read(id, { consistent: true })).value;
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

/** Prints a link to choose the administrator's password. */
async function invite({ name, email, ...place }: Invitation): Promise<void> {
  await useTable(place);
  configureSite(parseSite(siteFromCdkJson()));
  await requireAdministrator(name);
  const { host } = new URL(await readApiAddress(place.stack ?? ''));
  const invitation = await inviteAuthor(await ensureAdministrator({ name, email }), SYSTEM, {
    isByCommand: true,
  });
  report(`The link by which ${name} chooses a password; it works once, within three days:`);
  print(toInvitationLink(host, invitation));
}

/** @throws Error for an unknown name */
async function reset({ resetName, ...place }: Reset): Promise<void> {
  await useTable(place);
  configureSite(parseSite(siteFromCdkJson()));
  const [id] = await Authors.idsBy('author_name', [resetName], { consistent: true });
  if (id === undefined) throw new Error(`There is no author of the name ${resetName}.`);
  await resetFactors(id);
  report(`${resetName} signs in with the password again, and has no passkeys, recovery codes and sessions.`);
}

async function run(options: Options): Promise<void> {
  if (options === 'local') print(await readLocalKey(allVariables()));
  else if ('resetName' in options) await reset(options);
  else if ('isInvitation' in options) await invite(options);
  else await makeKey(options);
}

export const keys: Command<Options> = {
  usage: USAGE,
  read: readOptions,
  run: options => actAsProcess('keys command', () => run(options)),
  explain: (error, options) => (options === 'local' ? toReason(error) : explain(error, options)),
};

await startCommand(import.meta.filename, keys);
