import { expect, it } from 'vitest';
import { readKind, readSections } from '../../../../shared/taxonomy/sections/read.ts';
import { SECTION, TAG } from '../../../../shared/taxonomy/sections/record.ts';
import { sectionsGuard } from '../../../../shared/taxonomy/sections/version-guard.ts';
import { createSection, type Written } from '../../../../shared/taxonomy/sections/write.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { useEngines } from '../../../support/aws/engines.ts';
import { beforeFirst, withFaults } from '../../../support/aws/faults.ts';

useEngines();

it.each([SECTION, TAG])(
  'createSection() goes on from a $name that another request writes first',
  async kind => {
    const create = (url: string) => createSection(kind, { title: url, url: `${kind.declared.name}-${url}` });
    // At first there is no head.
    for (const turn of [1, 2]) {
      const made: Written[] = [];
      const others = async () => made.push(await create(`quick-${turn}`));
      const slow = () => create(`slow-${turn}`);
      made.push(await withFaults(beforeFirst('TransactWriteItemsCommand', others), slow));
      expect(made.map(({ value }) => value.order)).toEqual([2 * turn - 1, 2 * turn]);
      expect((await readKind(kind, { consistent: true })).head).toMatchObject({
        rev: 2 * turn,
        next_order: 2 * turn + 1,
      });
    }
  },
);

it('sectionsGuard.raise() never lowers the guard', async () => {
  const { rev } = (await readSections()).head;
  const key = { pk: 'FENCE#0', sk: 'fence' };
  await sectionsGuard.raise(rev - 1);
  expect(await getItem(key, { consistent: true })).toMatchObject({ rev });
});
