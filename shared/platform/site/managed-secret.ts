import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { TimedCache } from '../core/cache.ts';
import { logSlowCalls } from '../log/slow-calls.ts';

/** A rotated secret takes effect within this time. */
const CACHE_MS = 300_000;

const cache = new TimedCache<string, string>(CACHE_MS);

let client: SecretsManagerClient | undefined;

/** Creates the process's one client on first use. */
export function secretsManager(): SecretsManagerClient {
  return (client ??= logSlowCalls(new SecretsManagerClient({ maxAttempts: 3 })));
}

/** Reads a secret's text from AWS Secrets Manager. */
export async function managedSecret(name: string): Promise<string> {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const { SecretString: text } = await secretsManager().send(new GetSecretValueCommand({ SecretId: name }));
  if (!text) throw new Error('The secret has no text');
  cache.set(name, text);
  return text;
}
