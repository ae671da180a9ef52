import { UsageError } from '../core/command.ts';
import { readVariable } from '../core/environment.ts';
import { askSecret } from '../core/ask-secret.ts';
import { report } from '../core/terminal.ts';

/** The variable with the API key of the service at `--url`. */
const VARIABLE = 'BROADSHEET_API_KEY';

export const KEY_USAGE = `The API key is read from the variable ${VARIABLE}, or asked for; --key also takes it, but the list of processes then shows it.`;

/**
 * The API key for the service of a command: `--key`, else the variable, else what is typed after a prompt, which the terminal doesn't show.
 * @throws UsageError
 */
export async function readServiceKey(given: string): Promise<string> {
  if (given !== '') {
    report(`--key shows the API key to all who see the processes of this machine: set ${VARIABLE} instead.`);
    return given;
  }
  const key = readVariable(VARIABLE) || (await askSecret('API key: ')).trim();
  if (key === '') throw new UsageError(`Set ${VARIABLE} to an API key of the service.`);
  return key;
}
