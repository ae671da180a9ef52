import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../../../../functions/events/outbox.ts';
import { AuditEntry, auditKey } from '../../../../../shared/platform/store/audit/entry.ts';
import { toMonth } from '../../../../../shared/platform/values/dates.ts';
import { recordAction, recordAlone } from '../../../../../shared/platform/store/audit/record.ts';
import { nowTs } from '../../../../../shared/platform/core/clock.ts';
import { queryItems, type Item } from '../../../../../shared/platform/store/table.ts';
import { Transaction } from '../../../../../shared/platform/store/transaction.ts';
import { useEngines } from '../../../../support/aws/engines.ts';
import { dyingAfter, withFaults } from '../../../../support/aws/faults.ts';

useEngines();

const context = { getRemainingTimeInMillis: () => 300_000 };
const record = ({ pk, sk }: Item) => ({ dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } });
const readAll = () => queryItems({ pk: auditKey.partition(toMonth(nowTs())), consistent: true });

let lines: string[] = [];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, 'log').mockImplementation(line => void lines.push(String(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The lines of the audit trail, in the order in which they were written. */
function toEntries(): object[] {
  return lines.map(line => JSON.parse(line)).filter(({ message }) => message === 'audit');
}

describe('the outbox worker', () => {
  it('writes each new entry of the audit trail once, as a JSON line without keys and expiry', async () => {
    await recordAlone({ action: 'author.sign_in_refused', id: 7 });
    await recordAlone({ action: 'site.export', id: null });
    const items = await readAll();
    await handler({ Records: items.map(record) }, context);

    expect(toEntries()).toEqual(
      items.map(item => ({
        level: 'info',
        message: 'audit',
        ...Object.fromEntries(Object.keys(AuditEntry.entries).map(name => [name, item[name]])),
      })),
    );
    expect(toEntries()).toHaveLength(2);
    expect(lines.join()).not.toMatch(/AUDIT#|expires/);
  });

  it('drains no jobs for entries of the audit trail alone, and does with other items', async () => {
    const job = { pk: 'OUTBOX', sk: '1' };
    const drained = vi.fn<(command: string) => void>();
    await recordAlone({ action: 'site.import', id: null });
    const [entry] = (await readAll()).slice(-1);
    await withFaults(drained, () => handler({ Records: [record(entry!)] }, context));
    expect(drained.mock.calls).toEqual([['BatchGetItemCommand']]);

    await withFaults(drained, () => handler({ Records: [record(entry!), record(job)] }, context));
    expect(toEntries()).toHaveLength(2);
    expect(drained).toHaveBeenCalledWith('QueryCommand');
  });

  it('fails without the entries, so that the stream delivers them again', async () => {
    await recordAlone({ action: 'site.export', id: null });
    const event = { Records: (await readAll()).map(record) };
    await expect(withFaults(dyingAfter(0), () => handler(event, context))).rejects.toThrow();
    expect(toEntries()).toEqual([]);
    await handler(event, context);
    expect(toEntries()).toHaveLength(event.Records.length);
  });

  it('has nothing to write after a transaction that failed', async () => {
    const transaction = new Transaction();
    recordAction(transaction, { action: 'tag.create', id: 1 });
    const before = await readAll();
    await withFaults(dyingAfter(0), () => transaction.commit().catch(() => undefined));
    expect(await readAll()).toEqual(before);
  });
});
