import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { exportSite } from '../../../infra/cli/export/export.ts';
import { exporting } from '../../../infra/cli/export/main.ts';
import { TableSource } from '../../../infra/cli/export/read/table-source.ts';
import { importSite } from '../../../infra/cli/import/import.ts';
import { newId } from '../../../shared/platform/core/ids.ts';
import { createRecord, deleteRecord } from '../../../shared/platform/store/records/write-entity.ts';
import { readPage } from '../../../shared/platform/store/timeline.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { useApi } from '../../support/api/api.ts';
import { readLines } from '../../support/import/site-export.ts';
import { writeExport } from '../../support/import/written-export.ts';
import { Newsletters } from '../../support/records/newsletter.ts';
import { makeImage } from '../../support/resources/images.ts';

vi.mock(import('../../../infra/cli/entities.ts'), async original => {
  const actual = await original();
  const others = [(await import('../../support/records/newsletter.ts')).Newsletters];
  return { ...actual, OTHERS: others, ENTITIES: [...actual.ENTITIES, ...others] };
});

const api = useApi((url: string) => ({ baseUrl: url, mediaBaseUrl: `${url}/media` }));
const report = (): void => undefined;

function importFrom(folder: string): Promise<unknown> {
  return importSite({ folder, dryRun: false, concurrency: 1, report });
}

function lineOf(record: object): string {
  return `${JSON.stringify({ kind: 'newsletter', record })}\n`;
}

describe('export and import of a kind of record without a file of its own', () => {
  it('exports a record with its images, and imports it with its list entries and unique values', async () => {
    const { id: image_id } = await makeImage(api);
    const record = { id: newId(), title: 'Mornings', image_id, created_ts: 1_700_000_000 };
    const saved = await createRecord(Newsletters, () => record);
    const folder = await mkdtemp(join(tmpdir(), 'others-'));
    await exportSite({ folder, site: api.stack.url, source: new TableSource(), concurrency: 1, report });
    expect(await readFile(join(folder, 'records.jsonl'), 'utf8')).toBe(lineOf(record));
    expect(await readLines(folder, 'images')).toMatchObject([{ id: image_id }]);

    const transaction = new Transaction();
    await deleteRecord(Newsletters, transaction, saved);
    await transaction.commit();
    await importFrom(folder);
    expect(await Newsletters.read(record.id, { consistent: true })).toMatchObject({
      version: 1,
      value: record,
    });
    expect(await Newsletters.idsBy('newsletter', ['MORNINGS'], { consistent: true })).toEqual([record.id]);
    const page = { timelines: ['newsletters'], offset: 0, limit: 5, consistent: true };
    expect(await readPage(page)).toMatchObject({ ids: [record.id] });
  });

  it('says that an export of a service leaves it out', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'left-out-'));
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await exporting.run({
      ...{ folder, url: api.stack.url, key: api.adminKey, concurrency: 1 },
      ...{ dataDir: undefined, stack: undefined, region: undefined },
    });
    expect(errors.mock.calls.flat()).toContain(
      'Left out: all records of newsletter. Only --data-dir and --stack export them.',
    );
    vi.restoreAllMocks();
  });

  it('refuses to import a record that lacks a field, and a second record with the same unique value', async () => {
    const record = { id: 7, title: 'Evenings', image_id: 8, created_ts: 1 };
    const refuse = (text: string) =>
      expect(importFrom(writeExport({ files: { 'records.jsonl': text } }))).rejects;
    await refuse(lineOf({ id: 7 })).toThrow(
      'records.jsonl:1: must be a record of a kind that this version has',
    );
    await refuse(lineOf(record) + lineOf({ ...record, id: 9, title: 'evenings' })).toThrow(
      'records.jsonl:2: another line has the same newsletter evenings',
    );
    await refuse(lineOf(record).replace('newsletter', 'podcast')).toThrow('a kind that this version has');
  });
});
