import { expect, it } from 'vitest';
import { writeOverflowEntries } from '../../../shared/store/overflow.ts';
import { putItem } from '../../../shared/store/put.ts';
import { getItem } from '../../../shared/store/table.ts';
import { entryKey } from '../../../shared/store/timeline.ts';
import { useEngines } from '../../support/engines.ts';
import { beforeFirst, withFaults } from '../../support/faults.ts';

useEngines();

const KEY = { pk: 'RECORD#1', sk: 'record' };
const ENTRY = { timeline: 'tag#a', ts: 5, id: 1 };

it('writeOverflowEntries() follows an edit that comes between its read and its write', async () => {
  await putItem({ ...KEY, version: 1, isTagged: true });
  const edit = () => putItem({ ...KEY, version: 2, isTagged: false });
  const owner = { key: KEY, entriesOf: (item = {}) => ('isTagged' in item && item.isTagged ? [ENTRY] : []) };
  const write = () => writeOverflowEntries([entryKey(ENTRY)], owner);
  await withFaults(beforeFirst('TransactWriteItemsCommand', edit), write);
  expect(await getItem(entryKey(ENTRY), true)).toBeUndefined();
});
