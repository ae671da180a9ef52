import { afterAll, describe, expect, it } from 'vitest';
import { environment } from '../../../shared/platform/core/environment.ts';
import { createDocuments, editDocument } from '../../../shared/library/documents/write.ts';
import { Documents, DocumentRecord } from '../../../shared/library/documents/record.ts';
import { putObject } from '../../../shared/platform/files/objects.ts';
import { FILE_CLEANUP } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { parseRecord } from '../../../shared/platform/store/records/record.ts';
import { cleanUpFiles } from '../../../shared/library/uploads/cleanup.ts';
import { createUpload } from '../../../shared/library/uploads/create.ts';
import { uploadPlace } from '../../../shared/library/uploads/record.ts';
import { checkTable } from '../../support/table/checked-table.ts';
import { SAMPLES, type SampleType } from '../../support/files/documents.ts';
import { ADMIN, useEngines } from '../../support/aws/engines.ts';
import { dyingAfter, withFaults } from '../../support/aws/faults.ts';
import { objectsUnder } from '../../support/table/objects.ts';
import { waiting } from '../../support/table/outbox.ts';
import { allItems } from '../../support/table/table.ts';

useEngines();
afterAll(checkTable);

const HOUR_MS = 3_600_000;
const MAX_CALLS = 30;

function part(type: SampleType) {
  return { filename: `a.${type}`, contentType: null, bytes: SAMPLES[type] };
}

/** Runs something in a process that dies after `calls` calls. @returns whether it completed */
function dying(calls: number, run: () => Promise<unknown>): Promise<boolean> {
  return withFaults(dyingAfter(calls), run).then(
    () => true,
    () => false,
  );
}

async function documents(): Promise<DocumentRecord[]> {
  const items = (await allItems()).filter(({ pk }) => String(pk).startsWith('DOCUMENT#'));
  return items.map(item => parseRecord(DocumentRecord, item).value);
}

function stored() {
  return objectsUnder(environment().MEDIA_BUCKET, 'documents/');
}

/** Runs every waiting clean-up as if `afterMs` had passed. */
async function cleanUp(afterMs: number): Promise<void> {
  for (const { job } of await waiting(FILE_CLEANUP))
    await cleanUpFiles(JSON.parse(String(job)), Date.now() + afterMs);
}

async function expectConsistent(): Promise<void> {
  const named = (await documents()).map(({ key }) => key).sort();
  expect(await stored()).toEqual(expect.arrayContaining(named));
  await cleanUp(HOUR_MS);
  expect((await stored()).sort()).toEqual(named);
}

async function anUpload(type: SampleType): Promise<number> {
  const bytes = SAMPLES[type];
  const form = { filename: `a.${type}`, content_type: 'text/plain', size: bytes.length };
  const { upload_id } = await createUpload(form, ADMIN);
  await putObject(uploadPlace(upload_id), bytes);
  return upload_id;
}

describe('a process that dies after any call', () => {
  it('leaves all or none of several new documents, and no file without a record', async () => {
    for (let calls = 0, ended = false; !ended; calls++) {
      expect(calls).toBeLessThan(MAX_CALLS);
      const before = (await documents()).length;
      ended = await dying(calls, () =>
        createDocuments({ file: [part('pdf'), part('csv'), part('zip')] }, ADMIN),
      );
      expect((await documents()).length - before).toBe(ended ? 3 : 0);
      await expectConsistent();
    }
  });

  it('leaves a direct upload claimable until its document exists', async () => {
    const upload_id = await anUpload('docx');
    const take = () => createDocuments({ file: [], upload_id }, ADMIN);
    for (let calls = 0, ended = false; !ended; calls++) {
      expect(calls).toBeLessThan(MAX_CALLS);
      ended = await dying(calls, take);
      await expectConsistent();
    }
    await expect(take()).rejects.toThrow('this upload has been used already');
  });

  it('leaves either the old or the new file of a document that it edits', async () => {
    const [made] = await createDocuments({ file: [part('pdf')] }, ADMIN);
    const { id } = made!;
    for (let calls = 0, ended = false; !ended; calls++) {
      expect(calls).toBeLessThan(MAX_CALLS);
      const before = await Documents.read(id, { consistent: true });
      const input = { file: [{ ...part('csv'), filename: '' }] };
      ended = await dying(calls, () => editDocument(id, input, { caller: ADMIN, ifMatch: undefined }));
      const after = await Documents.read(id, { consistent: true });
      expect(after.version - before.version).toBe(ended ? 1 : 0);
      await expectConsistent();
    }
  });
});

describe('the clean-up of documents', () => {
  it('keeps a recent file that a record may still name and deletes it an hour later', async () => {
    const before = await stored();
    await dying(2, () => createDocuments({ file: [part('pdf')] }, ADMIN));
    const orphans = (await stored()).length - before.length;
    expect(orphans).toBe(1);
    await cleanUp(0);
    expect((await stored()).length - before.length).toBe(1);
    await cleanUp(HOUR_MS);
    expect(await stored()).toEqual(before);
  });
});
