import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { TimedCache } from '../core/cache.ts';

/** A secret that was given another value is asked for within so long. */
const LIFE_MS = 300_000;

const cache = new TimedCache<string, string>(LIFE_MS);

let client: SecretsManagerClient | undefined;

/** One client per process, made at first use. */
export function secretsManager(): SecretsManagerClient {
  return (client ??= new SecretsManagerClient({ maxAttempts: 3 }));
}

/** The text that AWS Secrets Manager keeps under a name. */
export async function managedSecret(name: string): Promise<string> {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const { SecretString: text } = await secretsManager().send(new GetSecretValueCommand({ SecretId: name }));
  if (!text) throw new Error('The secret has no text');
  cache.set(name, text);
  return text;
}
