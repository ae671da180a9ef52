import { Conflict } from '../../platform/core/errors.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { retryInTurn } from '../../platform/store/turns.ts';
import { claim } from '../../platform/store/records/unique.ts';
import { uniqueForm } from '../../platform/values/unique-text.ts';
import { commitRevision } from './commit.ts';
import { readForWrite } from './read.ts';
import { writersQueue, type Kind, type SectionRecord } from './record.ts';

/**
 * Puts sections or tags back under their own ids, all or none. Each takes three of a transaction's hundred actions; the head takes one.
 * No re-assignment follows: posts are restored after their sections.
 * @throws Conflict (url taken)
 */
export async function restoreSections(kind: Kind, records: readonly SectionRecord[]): Promise<void> {
  await retryInTurn(writersQueue(kind), async () => {
    const directory = await readForWrite(kind);
    const transaction = new Transaction();
    const forms = new Set<string>();
    for (const { id, url } of records) {
      const taken = () => new Conflict(`url: another ${kind.declared.name} has ${url}`);
      const to = uniqueForm(url);
      // An older site may have two urls of the same form, and a transaction takes no item twice.
      if (forms.has(to)) throw taken();
      forms.add(to);
      claim(transaction, `${kind.declared.name}_url`, { from: null, to, id, taken });
    }
    const put = records.map(value => ({ version: 1, value }));
    await commitRevision(kind, { directory, put, job: null }, transaction);
  });
}
