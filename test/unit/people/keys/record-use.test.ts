import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authenticate } from '../../../../shared/people/keys/authenticate.ts';
import { ensureAdminKey } from '../../../../shared/people/keys/first-admin.ts';
import { ApiKeys, hashKey, lookupKey } from '../../../../shared/people/keys/record.ts';
import { deleteKey } from '../../../../shared/people/keys/write.ts';
import { putItem } from '../../../../shared/platform/store/put.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { restoreClock, stopClockAt } from '../../../support/time/clock.ts';
import { ADMIN, useEngines } from '../../../support/aws/engines.ts';
import { beforeFirst, withFaults } from '../../../support/aws/faults.ts';

useEngines();

const NOON = Date.UTC(2030, 3, 5, 12);
const DAY_MS = 86_400_000;

let key = '';
let id = 0;
beforeEach(async () => {
  key = randomUUID();
  await ensureAdminKey(key, { name: `admin ${key}` });
  id = Number((await getItem(lookupKey(hashKey(key)), true))?.id);
  stopClockAt(NOON);
});
afterEach(restoreClock);

async function lastUse(): Promise<unknown> {
  return (await getItem(ApiKeys.key(id), true))?.last_used_date;
}

describe('day of an API key’s last use', () => {
  it('is stored at the first use, and on each later day', async () => {
    await authenticate(key);
    expect(await lastUse()).toBe('2030-04-05');
    stopClockAt(NOON + DAY_MS);
    await authenticate(key);
    expect(await lastUse()).toBe('2030-04-06');
  });

  it('never decreases when the clock of another process is ahead', async () => {
    await putItem({ ...(await getItem(ApiKeys.key(id), true)), last_used_date: '2030-04-06' });
    await authenticate(key);
    expect(await lastUse()).toBe('2030-04-06');
  });

  it('is not stored when the key was revoked during the request', async () => {
    await withFaults(
      beforeFirst('UpdateItemCommand', () => deleteKey(id, ADMIN)),
      () => authenticate(key),
    );
    expect(await getItem(ApiKeys.key(id), true)).toBeUndefined();
  });
});
