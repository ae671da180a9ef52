import { beforeEach, describe, expect, it } from 'vitest';
import { Directory, buildSectionPath } from '../../../../shared/taxonomy/sections/directory.ts';
import {
  forgetDirectory,
  readDirectory,
  readSections,
  sectionDirectory,
} from '../../../../shared/taxonomy/sections/read.ts';
import { DEFAULTS, NO_SETTINGS } from '../../../../shared/taxonomy/sections/record.ts';
import {
  headKey,
  SECTION,
  type SectionRecord,
  type Tombstone,
} from '../../../../shared/taxonomy/sections/record.ts';
import { createSection, editSection } from '../../../../shared/taxonomy/sections/write.ts';
import { deleteSection } from '../../../../shared/taxonomy/sections/remove.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { useEngines } from '../../../support/aws/engines.ts';
import { withFaults } from '../../../support/aws/faults.ts';

function record(id: number, fields: Partial<SectionRecord> = {}): SectionRecord {
  return {
    ...DEFAULTS,
    id,
    title: `Title ${id}`,
    url: `url-${id}`,
    page_settings: NO_SETTINGS,
    created_ts: 0,
    ...fields,
  };
}

function tombstone(id: number, moved_to: number | null, rev = 1, tags: string[] = []): Tombstone {
  return {
    deleted: true,
    id,
    moved_to,
    rev,
    tags,
  };
}

function directory(records: SectionRecord[], deleted: Tombstone[] = []): Directory {
  return new Directory(
    { rev: 9, next_order: 1, fingerprint: '' },
    records.map(value => ({ value, version: 1 })),
    deleted,
  );
}

describe('find() and findByUrl()', () => {
  const records = [
    record(5, { title: 'News', url: 'latest' }),
    record(7, { title: ' news ', url: 'News' }),
    record(8, { title: '5', url: 'Home' }),
    record(9, { title: '2024', url: 'y' }),
    record(10, { title: 'Long Reads', url: 'z' }),
  ];

  it.each([
    ['an id', 5, 5, undefined],
    ['an id as text, before a title', '5', 5, 8],
    ['a title, the older one first, or a url first', 'NEWS', 5, 7],
    ['a url', ' LATEST ', 5, 5],
    ['a title that is no url', ' long READS ', 10, 10],
    ['no number with other signs', '+5', undefined, undefined],
    ['no number with decimals', '5.0', undefined, undefined],
    ['Home by its title, or another section’s url', 'home', 0, 8],
    ['Home by its id', 0, 0, undefined],
    ['a title that is a number', '2024', 9, 9],
    ['nothing', 'nothing', undefined, undefined],
    ['no unknown id', 6, undefined, undefined],
  ])('find %s', (_what, reference, found, byUrl) => {
    const sections = directory(records);
    expect(sections.find(reference)).toBe(found);
    if (typeof reference === 'string') expect(sections.findByUrl(reference)).toBe(byUrl);
  });
});

describe('Directory', () => {
  it('follows posts of deleted sections to their current section', () => {
    const sections = directory(
      [record(1)],
      [tombstone(2, 3), tombstone(3, 1), tombstone(4, null), tombstone(5, 0), tombstone(6, 4)],
    );
    expect([1, 2, 3, 4, 5, 6, 7, 0].map(id => sections.current(id))).toEqual([
      1,
      1,
      1,
      undefined,
      0,
      undefined,
      undefined,
      0,
    ]);
  });

  it('returns sections with given tags that were deleted since a revision', () => {
    const sections = directory(
      [],
      [tombstone(2, 3, 5, ['A', 'b']), tombstone(3, 1, 6, ['c']), tombstone(4, null, 7, ['a '])],
    );
    expect(sections.deletedSince(4, ['a'])).toEqual([2, 4]);
    expect(sections.deletedSince(5, ['a', 'C'])).toEqual([3, 4]);
    expect(sections.deletedSince(9, ['a'])).toEqual([]);
  });

  it('returns each section that shares a tag, in any case and normal form', () => {
    const sections = directory([
      record(3, { tags: ['Café', 'x'] }),
      record(1, { tags: ['cafe\u0301'] }),
      record(2),
    ]);
    expect(sections.sharingTag([' CAFÉ', 'X', 'x'])).toEqual([1, 3]);
  });

  it('sorts by order, then by id', () => {
    const sections = directory([record(3), record(1), record(4, { order: -1 }), record(2, { order: 1 })]);
    expect(sections.sorted().map(({ value }) => value.id)).toEqual([4, 1, 3, 2]);
  });

  it('knows an id that it has, that was deleted, or whose look-up found nothing', () => {
    const sections = directory([record(1)], [tombstone(2, null)]);
    expect([[], [0, 1, 2], [3], [1, 3]].map(ids => sections.knows(ids))).toEqual([true, true, false, false]);
    sections.noteAbsent([1, 3]);
    expect(sections.knows([1, 3])).toBe(true);
    expect(sections.knows([4])).toBe(false);
  });

  it('has private sections when at least one is private', () => {
    expect(directory([record(1), record(2, { status: 2 })]).hasPrivate()).toBe(true);
    expect(directory([record(2, { status: 2 }), record(3, { status: 3 })]).hasPrivate()).toBe(false);
    expect(directory([]).hasPrivate()).toBe(false);
  });

  it('treats existing sections that are not private, and Home, as public', () => {
    const sections = directory([record(1), record(2, { status: 2 }), record(3, { status: 3 })]);
    expect([0, 1, 2, 3, 4].map(id => sections.isPublic(id))).toEqual([true, false, true, true, false]);
  });

  it('treats posts as private when all their sections are private', () => {
    const sections = directory([record(1), record(2, { status: 2 }), record(3, { status: 3 })]);
    expect([[], [1], [1, 2], [1, 3], [1, 0], [0]].map(ids => sections.arePrivate(ids))).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('buildSectionPath()', () => {
  const parents = new Map([
    [1, record(1, { url: 'World' })],
    [2, record(2, { url: 'world/europe', parent_id: 1 })],
    [3, record(3, { url: 'france', parent_id: 2 })],
    [4, record(4, { url: 'worldly', parent_id: 1 })],
    [5, record(5, { url: 'a', parent_id: 6 })],
    [6, record(6, { url: 'b', parent_id: 5 })],
    [7, record(7, { url: 'lost', parent_id: 99 })],
  ]);

  it.each([
    [1, 'World'],
    [2, 'world/europe'],
    [3, 'world/europe/france'],
    [4, 'World/worldly'],
    [7, 'lost'],
  ])('gives the section %i the path %s', (id, path) => {
    expect(buildSectionPath(parents.get(id)!, parents)).toBe(path);
  });

  it('ends when an inconsistent read shows a cycle', () => {
    expect(buildSectionPath(parents.get(5)!, parents)).toBe('b/a');
  });
});

describe('readSections(), sectionDirectory() and readDirectory()', () => {
  useEngines();
  beforeEach(() => {
    process.env.LOG_LEVEL = 'silent';
  });
  const section = async (url: string): Promise<number> =>
    (await createSection(SECTION, { title: url, url })).value.id;

  it('read sections again when they saw only a part of a transaction', async () => {
    const id = await section('torn');
    const before = await getItem(SECTION.key(id), { consistent: true });
    await editSection(SECTION, id, { tags: ['new'] }, undefined);
    const after = await getItem(SECTION.key(id), { consistent: true });
    await new Transaction().put(before!).commit();
    let reads = 0;
    const completeAfterTwoReads = async (command: string): Promise<void> => {
      if (command === 'QueryCommand' && ++reads === 3) await new Transaction().put(after!).commit();
    };
    const read = await withFaults(completeAfterTwoReads, readSections);
    expect(read.get(id)?.tags).toEqual(['new']);
    expect(reads).toBe(3);
  });

  it('read sections consistently after any write', async () => {
    const [parent, child] = [await section('parent'), await section('child')];
    await editSection(SECTION, child, { parent_id: parent }, undefined);
    await deleteSection(parent, null, undefined);
    expect((await readSections()).get(child)?.parent_id).toBe(0);
  });

  it('cache a reading until this process writes or needs an unknown section', async () => {
    const first = await sectionDirectory();
    expect(await sectionDirectory()).toBe(first);
    const id = await section('newer');
    expect((await sectionDirectory()).get(id)).toBeDefined();
    const head = await getItem(headKey(SECTION), { consistent: true });
    expect(head).toMatchObject({ rev: (await sectionDirectory()).head.rev });
    const known = await sectionDirectory();
    expect(await sectionDirectory(['newer', id, String(id)])).toBe(known);
    expect(await sectionDirectory(['never'])).not.toBe(known);
  });

  it('look up an id once that is unknown, also without a cached reading', async () => {
    forgetDirectory();
    const first = await readDirectory([]);
    expect(await readDirectory([0])).toBe(first);
    const second = await readDirectory([12_345]);
    expect(second).not.toBe(first);
    expect(await readDirectory([12_345, 0])).toBe(second);
  });

  it('do not cache a reading during which a write began', async () => {
    const id = await section('race');
    const reading = readSections();
    await editSection(SECTION, id, { title: 'Now' }, undefined);
    await reading;
    expect((await sectionDirectory()).get(id)?.title).toBe('Now');
  });

  it('lose no edit to a record that was read inconsistently', async () => {
    const id = await section('guard');
    const old = await readSections();
    await editSection(SECTION, id, { meta_title: 'kept' }, undefined);
    const { commitRevision } = await import('../../../../shared/taxonomy/sections/commit.ts');
    const value = { ...old.get(id)!, title: 'torn' };
    const current = await readSections();
    const torn = new Directory(current.head, [...old.records.values()], []);
    const revision = { directory: torn, put: [{ version: 2, value }], job: null };
    await expect(commitRevision(SECTION, revision, new Transaction())).rejects.toThrow('has changed');
    expect((await readSections()).get(id)).toMatchObject({ meta_title: 'kept', title: 'guard' });
  });
});
