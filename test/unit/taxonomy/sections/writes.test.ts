import { describe, expect, it, vi } from 'vitest';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import { DEFAULTS, NO_SETTINGS } from '../../../../shared/taxonomy/sections/record.ts';
import { readKind, readSections } from '../../../../shared/taxonomy/sections/read.ts';
import { SECTION, TAG, type SectionRecord } from '../../../../shared/taxonomy/sections/record.ts';
import { deleteSection, deleteTag } from '../../../../shared/taxonomy/sections/remove.ts';
import { restoreSections } from '../../../../shared/taxonomy/sections/restore.ts';
import { sectionsGuard } from '../../../../shared/taxonomy/sections/version-guard.ts';
import { createSection, editSection } from '../../../../shared/taxonomy/sections/write.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { useEngines } from '../../../support/aws/engines.ts';

useEngines();

function record(id: number, fields: Partial<SectionRecord> = {}): SectionRecord {
  return {
    ...DEFAULTS,
    id,
    title: `Title ${id}`,
    url: `url-${id}`,
    page_settings: NO_SETTINGS,
    created_ts: 1,
    ...fields,
  };
}

it('createSection() gives simultaneous first records different orders, each with a revision of its own', async () => {
  const made = await Promise.all(['a', 'b'].map(url => createSection(TAG, { title: url, url })));
  expect(made.map(({ value }) => value.order).sort()).toEqual([1, 2]);
  expect((await readKind(TAG, { consistent: true })).head).toMatchObject({ rev: 2, next_order: 3 });
  for (const { value } of made) await deleteTag(value.id, undefined);
  expect((await readKind(TAG, { consistent: true })).head).toMatchObject({ rev: 4, next_order: 3 });
});

describe('deleteSection()', () => {
  it('moves more children than one transaction has room for, by size and by number', async () => {
    const { id } = (await createSection(SECTION, { title: 'Big', url: 'big' })).value;
    const large = 'é'.repeat(60_000);
    for (let start = 900; start < 1000; start += 20)
      await restoreSections(
        SECTION,
        Array.from({ length: 20 }, (_, index) => start + index).map(child =>
          record(child, { parent_id: id, about_html: child < 940 ? large : '' }),
        ),
      );
    await deleteSection(id, null, undefined);
    const { records } = await readSections();
    const children = [...records.values()].filter(({ value }) => value.id >= 900 && value.id < 1000);
    expect(children).toHaveLength(100);
    for (const { value, version } of children) expect([value.parent_id, version]).toEqual([0, 2]);
  });

  it('stores the destination of its posts for 30 days more than the 90 days of removed posts', async () => {
    const tags = ['gone'];
    const { value } = await createSection(SECTION, { title: 'Gone', url: 'gone', tags });
    const { rev } = (await readSections()).head;
    const before = nowTs();
    await deleteSection(value.id, 0, undefined);
    const item = await getItem(SECTION.key(value.id), { consistent: true });
    expect(item).toMatchObject({ deleted: true, id: value.id, moved_to: 0, tags, rev: rev + 1 });
    const days = (Number(item!.expires) - before) / 86_400;
    expect(Math.round(days)).toBe(120);
  });
});

describe('restoreSections()', () => {
  it('restores sections under their ids, with room for new ones behind them', async () => {
    await restoreSections(SECTION, [record(71, { order: 400 }), record(72, { order: 3 })]);
    const { records, head } = await readSections();
    expect([71, 72].map(id => records.get(id))).toEqual([
      { version: 1, value: record(71, { order: 400 }) },
      { version: 1, value: record(72, { order: 3 }) },
    ]);
    expect(head.next_order).toBe(401);
    await expect(createSection(SECTION, { title: 'T', url: 'URL-71' })).rejects.toThrow('another section');
  });

  it.each([
    ['two of them have the same url', [record(81, { url: 'same' }), record(82, { url: 'SAME' })], 'SAME'],
    ['another tag has a url', [record(83), record(84, { url: 'taken' })], 'taken'],
  ])('restores no section when %s', async (_what, records, url) => {
    await createSection(TAG, { title: 'Taken', url: 'taken' }).catch(() => undefined);
    await expect(restoreSections(TAG, records)).rejects.toThrow(`url: another tag has ${url}`);
    expect(
      [...(await readKind(TAG, { consistent: true })).records.values()].map(({ value }) => value.url),
    ).toEqual(['taken']);
  });
});

it('sectionsGuard stops a transaction that was computed from outdated sections', async () => {
  const { rev } = (await readSections()).head;
  const onOutdated = vi.fn();
  const write = (at: number) => {
    const transaction = new Transaction().put({ pk: 'TEST', sk: 'a post' });
    sectionsGuard.check(transaction, 7001, at, onOutdated);
    return transaction.commit();
  };
  await write(rev);
  await createSection(SECTION, { title: 'Newer', url: 'newer' });
  expect(onOutdated).not.toHaveBeenCalled();
  await expect(write(rev)).rejects.toThrow('A section has changed since it was read');
  expect(onOutdated).toHaveBeenCalledOnce();
});

describe('editSection()', () => {
  it('re-assigns posts only when the edit adds or removes tags', async () => {
    const { value, job } = await createSection(SECTION, { title: 'T', url: 't', tags: ['A', 'b'] });
    expect(JSON.parse(job!.job)).toMatchObject({ tags: ['a', 'b'], section_id: null });
    const edit = (tags: string[]) => editSection(SECTION, value.id, { tags }, undefined);
    expect((await edit(['B', ' a'])).job).toBeNull();
    expect(JSON.parse((await edit(['a', 'c'])).job!.job)).toMatchObject({ tags: ['b', 'c'] });
    expect((await editSection(SECTION, value.id, { title: 'New' }, undefined)).job).toBeNull();
    expect((await createSection(TAG, { title: 'No section', url: 'none', tags: ['a'] })).job).toBeNull();
  });
});
