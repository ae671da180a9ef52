import { InvalidInput } from '../core/errors.ts';

type Headers = Readonly<Record<string, string>>;

/** Shown in place of a secret value. When a client sends it back, the stored value stays. */
const MASK = '********';

/** Matches the usual names of headers with secrets: Authorization, X-Api-Key, X-Access-Token, X-Hub-Signature and the like. */
const SECRET_NAME = /auth|cookie|token|secret|key|password|credential|signature/i;

function isSecret(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Headers with masked secret values, for answers. */
export function maskHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecret(name) ? MASK : value]),
  );
}

/**
 * Replaces masks in the sent headers with the stored values; header names match in any letter case.
 * @throws InvalidInput for a mask without a stored value
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
