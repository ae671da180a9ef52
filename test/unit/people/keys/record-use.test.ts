import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authenticate } from '../../../../shared/people/keys/authenticate.ts';
import { ensureAdminKey } from '../../../../shared/people/keys/first-admin.ts';
import { hashKey, lookupKey } from '../../../../shared/people/keys/record.ts';
import { deleteKey } from '../../../../shared/people/keys/write.ts';
import { putItem } from '../../../../shared/platform/store/put.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { restoreClock, stopClockAt } from '../../../support/time/clock.ts';
import { ADMIN, useEngines } from '../../../support/aws/engines.ts';
import { beforeFirst, withFaults } from '../../../support/aws/faults.ts';

useEngines();

const NOON = Date.UTC(2030, 3, 5, 12);
const INTERVAL_MS = 15 * 60_000;

let key = '';
let id = 0;
beforeEach(async () => {
  key = randomUUID();
  await ensureAdminKey(key, { name: `admin ${key}` });
  id = Number((await getItem(lookupKey(hashKey(key)), { consistent: true }))?.id);
  stopClockAt(NOON);
});
afterEach(restoreClock);

const read = async () => await getItem(lookupKey(hashKey(key)), { consistent: true });
const use = (address = '203.0.113.7') => authenticate(key, { address });

describe('last use of an API key', () => {
  it('is stored with its address at the first use, and at the first one after a quarter of an hour', async () => {
    await use();
    expect(await read()).toMatchObject({ used_ts: NOON / 1000, address: '203.0.113.7' });
    stopClockAt(NOON + INTERVAL_MS - 1000);
    await use('203.0.113.8');
    expect(await read()).toMatchObject({ used_ts: NOON / 1000, address: '203.0.113.7' });
    stopClockAt(NOON + INTERVAL_MS);
    await use('203.0.113.9');
    expect(await read()).toMatchObject({ used_ts: (NOON + INTERVAL_MS) / 1000, address: '203.0.113.9' });
  });

  it('is not sent again within the interval by a process that finds it stored', async () => {
    await use();
    const sent: string[] = [];
    for (const ms of [1, 10_000, 60_000, INTERVAL_MS - 1000]) {
      stopClockAt(NOON + ms);
      await withFaults(
        command => void sent.push(command),
        () => use(),
      );
    }
    expect(sent).not.toContain('UpdateItemCommand');
    expect(sent).toContain('GetItemCommand');
  });

  it('is written once when processes find together that it is due', async () => {
    await withFaults(
      beforeFirst('UpdateItemCommand', async () => {
        const other = { ...(await read()), used_ts: NOON / 1000 - 1, address: '203.0.113.1' };
        await putItem(other);
      }),
      () => use(),
    );
    expect(await read()).toMatchObject({ used_ts: NOON / 1000 - 1, address: '203.0.113.1' });
  });

  it('is not stored when the key was revoked during the request', async () => {
    await withFaults(
      beforeFirst('UpdateItemCommand', () => deleteKey(id, ADMIN)),
      () => use(),
    );
    expect(await read()).toBeUndefined();
  });
});
