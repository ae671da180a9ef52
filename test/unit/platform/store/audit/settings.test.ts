import * as v from 'valibot';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nowTs } from '../../../../../shared/platform/core/clock.ts';
import { configureSite, parseSite } from '../../../../../shared/platform/site/site.ts';
import { AuditEntry, auditKey } from '../../../../../shared/platform/store/audit/entry.ts';
import { toMonth } from '../../../../../shared/platform/values/dates.ts';
import { recordSettings, settingsKey } from '../../../../../shared/platform/store/audit/settings.ts';
import { deleteItem } from '../../../../../shared/platform/store/put.ts';
import { getItem, queryItems } from '../../../../../shared/platform/store/table.ts';
import { useEngines } from '../../../../support/aws/engines.ts';
import { beforeFirst, withFaults } from '../../../../support/aws/faults.ts';

useEngines();

beforeEach(() => deleteItem(settingsKey()));
afterEach(() => {
  configureSite(parseSite({}));
});

async function deploy(settings: object): Promise<void> {
  configureSite(parseSite(settings));
  await recordSettings();
}

async function entriesOf(work: () => Promise<unknown>): Promise<AuditEntry[]> {
  const read = async () => {
    const pk = auditKey.partition(toMonth(nowTs()));
    return v.parse(v.array(AuditEntry), await queryItems({ pk, consistent: true }));
  };
  const { length } = await read();
  await work();
  return (await read()).slice(length);
}

it('the first deployment has an entry without settings, and the same one again has none', async () => {
  const entries = await entriesOf(async () => {
    await deploy({ siteTitle: 'Gazette' });
    await deploy({ siteTitle: 'Gazette' });
  });
  expect(entries).toMatchObject([
    { actor: 'process', process: 'deployment', action: 'settings.deploy', resource: 'settings', fields: [] },
  ]);
});

it('a deployment has an entry that names the settings that it changes, adds and takes away, and no values', async () => {
  await deploy({ limits: { auditDays: 30, revisionDays: 5 }, customRoles: { Stringer: ['upload'] } });
  const entries = await entriesOf(() =>
    deploy({ limits: { auditDays: 31, revisionDays: 5 }, signIn: { host: 'news.example.com' } }),
  );
  const fields = ['customRoles.Stringer', 'limits.auditDays', 'signIn.host'];
  expect(entries).toMatchObject([{ action: 'settings.deploy', fields }]);
  expect(JSON.stringify([entries, await getItem(settingsKey(), { consistent: true })])).not.toContain(
    'news.example.com',
  );
});

it('two simultaneous sweeps write one entry', async () => {
  await deploy({});
  const next = parseSite({ siteTitle: 'Gazette' });
  const entries = await entriesOf(async () => {
    configureSite(next);
    const other = () => deploy({ siteTitle: 'Gazette' });
    await withFaults(beforeFirst('TransactWriteItemsCommand', other), () => recordSettings());
  });
  expect(entries).toMatchObject([{ fields: ['siteTitle'] }]);
});
