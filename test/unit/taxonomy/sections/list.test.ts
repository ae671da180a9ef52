import { describe, expect, it } from 'vitest';
import { ANONYMOUS } from '../../../../shared/platform/http/caller.ts';
import { DEFAULTS, NO_SETTINGS } from '../../../../shared/taxonomy/sections/record.ts';
import { getSection, listSections } from '../../../../shared/taxonomy/sections/list.ts';
import { newProgress, withProgress } from '../../../../shared/taxonomy/sections/progress.ts';
import { SECTION, STATUS } from '../../../../shared/taxonomy/sections/record.ts';
import { restoreSections } from '../../../../shared/taxonomy/sections/restore.ts';
import { createSection } from '../../../../shared/taxonomy/sections/write.ts';
import { ADMIN, useEngines } from '../../../support/aws/engines.ts';

useEngines();

/** Sections with these parents; `parents` maps ids to parent ids. */
async function nest(parents: Record<number, number>, publicIds: readonly number[]): Promise<void> {
  const records = Object.entries(parents).map(([key, parent_id]) => {
    const id = Number(key);
    const status = publicIds.includes(id) ? STATUS.public : STATUS.private;
    const texts = { title: `Title ${id}`, url: `url-${id}` };
    return { ...DEFAULTS, ...texts, id, parent_id, status, page_settings: NO_SETTINGS, created_ts: 1 };
  });
  await restoreSections(SECTION, records);
}

async function readPublicParent(id: number): Promise<number> {
  return (await getSection(SECTION, id, ANONYMOUS)).body.parent_id;
}

describe('parent_id of a section without a key', () => {
  it('is the nearest parent that is not private', async () => {
    await nest({ 11: 0, 12: 11, 13: 12, 14: 13, 15: 14 }, [11, 14, 15]);
    expect(await readPublicParent(14)).toBe(11);
    expect(await readPublicParent(15)).toBe(14);
    expect((await getSection(SECTION, 14, ADMIN)).body.parent_id).toBe(13);
  });

  it('is 0 when all parents are private, or when a torn read shows them in a cycle', async () => {
    await nest({ 21: 0, 22: 21, 23: 22, 24: 25, 25: 24, 26: 24 }, [23, 26]);
    expect(await readPublicParent(23)).toBe(0);
    expect(await readPublicParent(26)).toBe(0);
  });
});

it('the progress of a re-assignment is in lists and records only for callers with a key', async () => {
  const input = { title: 'Long', url: 'long', status: STATUS.public, tags: ['long'] };
  const { id } = (await createSection(SECTION, input)).value;
  await createSection(SECTION, { title: 'Other', url: 'other', status: STATUS.public });
  const waiting = { state: 'waiting', done: 0, total: null };
  const shown = async (caller: typeof ADMIN) => {
    const { body } = await getSection(SECTION, id, caller);
    const list = await listSections(SECTION, {}, caller);
    return [body, ...list.filter(section => 'reassignment' in section)].map(
      ({ id: of, reassignment }) => reassignment && [of, reassignment],
    );
  };
  expect(await shown(ADMIN)).toEqual([
    [id, waiting],
    [id, waiting],
  ]);
  expect((await getSection(SECTION, id, ANONYMOUS)).body).not.toHaveProperty('reassignment');
  for (const section of await listSections(SECTION, {}, ANONYMOUS))
    expect(section).not.toHaveProperty('reassignment');
});

it('withProgress() covers a section’s record and its progress, and no other section', () => {
  const [from, to] = withProgress(SECTION.key(7).sk);
  const isInRange = (sk: string) => from <= sk && sk <= to;
  const keys = [7, 6, 8].flatMap(id => [SECTION.key(id).sk, newProgress(id)]);
  expect(keys.map(isInRange)).toEqual([true, true, false, false, false, false]);
  expect(newProgress(7)).toMatch(/^0000000000000007#reassignment#\d+$/);
});
