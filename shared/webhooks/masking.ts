import { InvalidInput } from '../core/errors.ts';

type Headers = Readonly<Record<string, string>>;

/** What is answered in place of a secret value. Sent back, it stands for the stored value. */
const MASK = '********';

/** By what such headers are usually called: Authorization, X-Api-Key, X-Access-Token, X-Hub-Signature and the like. */
const SECRET_NAME = /auth|cookie|token|secret|key|password|credential|signature/i;

function isSecret(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Headers as they are answered. */
export function maskHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecret(name) ? MASK : value]),
  );
}

/**
 * Headers as they are stored: a mask that is sent keeps the value that is stored under the header's name, in whichever case.
 * @throws InvalidInput for a mask where nothing is stored
 */
export function unmaskHeaders(sent: Headers, stored: Headers): Record<string, string> {
  const known = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  const isMasked = ([name, value]: [string, string]): boolean => isSecret(name) && value === MASK;
  const faults = Object.entries(sent)
    .filter(entry => isMasked(entry) && !known.has(entry[0].toLowerCase()))
    .map(([name]) => `headers.${name}: no value is stored that ${MASK} could stand for; send the value`);
  if (faults.length > 0) throw new InvalidInput(faults);
  return Object.fromEntries(
    Object.entries(sent).map(entry => {
      const [name, value] = entry;
      return [name, isMasked(entry) ? (known.get(name.toLowerCase()) ?? value) : value];
    }),
  );
}
