import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { managedSecret } from '../../../../shared/platform/site/managed-secret.ts';
import { advanceClock, restoreClock, stopClock } from '../../../support/time/clock.ts';

const manager = mockClient(SecretsManagerClient);

beforeEach(() => {
  manager.reset();
  stopClock();
});
afterEach(restoreClock);
// Mutation testing runs further files in this process.
afterAll(() => manager.restore());

it('managedSecret() reads a secret again after five minutes', async () => {
  manager.on(GetSecretValueCommand, { SecretId: 'news/partner' }).resolves({ SecretString: 'first' });
  expect(await managedSecret('news/partner')).toBe('first');
  manager.on(GetSecretValueCommand, { SecretId: 'news/partner' }).resolves({ SecretString: 'second' });
  advanceClock(299);
  expect(await managedSecret('news/partner')).toBe('first');
  advanceClock(1);
  expect(await managedSecret('news/partner')).toBe('second');
  expect(manager.calls()).toHaveLength(2);
});

it('managedSecret() throws when a secret has no text', async () => {
  manager.on(GetSecretValueCommand).resolves({ SecretBinary: new Uint8Array([1]) });
  await expect(managedSecret('binary')).rejects.toThrow('The secret has no text');
});
