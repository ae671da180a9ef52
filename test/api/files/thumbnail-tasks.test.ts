import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/events/thumbnails.ts';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { environment } from '../../../shared/platform/core/environment.ts';
import { files } from '../../../shared/platform/files/client.ts';
import { getObject, putObject } from '../../../shared/platform/files/objects.ts';
import { createImages } from '../../../shared/library/images/create.ts';
import { editImage } from '../../../shared/library/images/edit.ts';
import { Images, PENDING_IMAGES, type ImageRecord } from '../../../shared/library/images/record.ts';
import { sweepThumbnails } from '../../../shared/library/images/thumbnails/task.ts';
import { countEntries } from '../../../shared/platform/store/timeline.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { cleanUpFiles } from '../../../shared/library/uploads/cleanup.ts';
import { allowDisagreements, checkTable } from '../../support/table/checked-table.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';
import { ADMIN, useEngines } from '../../support/aws/engines.ts';
import { withFaults } from '../../support/aws/faults.ts';
import { quartered } from '../../support/resources/images.ts';

// The errors that these tests provoke must not fill the log.
process.env.LOG_LEVEL = 'silent';

useEngines();
allowDisagreements(
  /IMAGE#.* does not exist|^look-up: .* leads to no record/,
  'a test deletes the record of an image',
);
afterAll(checkTable);
let photo: Buffer;
beforeAll(async () => {
  // No task of an earlier test becomes overdue.
  stopClock();
  photo = await quartered(320, 240);
});

afterAll(restoreClock);

const HOUR_MS = 3_600_000;

async function upload(): Promise<ImageRecord> {
  const [image] = await createImages(
    { file: [{ bytes: photo, filename: 'a.jpg', contentType: null }] },
    ADMIN,
  );
  return image!;
}

type TaskOf = Pick<ImageRecord, 'id' | 'task_id'>;

function makeEvent({ id, task_id }: TaskOf) {
  return { detail: { object: { key: `tasks/${id}/${task_id}` } } };
}

/** @returns the message ids that the queue delivers again */
async function deliver(...images: TaskOf[]): Promise<string[]> {
  const Records = images.map((image, index) => ({
    messageId: `message-${index}`,
    body: JSON.stringify(makeEvent(image)),
  }));
  const { batchItemFailures: failed } = await handler({ Records });
  return failed.map(({ itemIdentifier }) => itemIdentifier);
}

async function runTask(image: TaskOf): Promise<void> {
  if ((await deliver(image)).length > 0) throw new Error('the task failed');
}

async function readState(id: number) {
  return (await Images.read(id, { consistent: true })).value;
}

async function objectsUnder(bucket: string, prefix: string): Promise<string[]> {
  const { Contents: found = [] } = await files().send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }),
  );
  return found.map(({ Key }) => Key ?? '').sort();
}

function listMedia(id: number) {
  return objectsUnder(environment().MEDIA_BUCKET, `images/${id}/`);
}

function listTasks(id: number) {
  return objectsUnder(environment().CONTENT_BUCKET, `tasks/${id}/`);
}

const crops = { '1x1': { top: 0, left: 0, width: 100, height: 100, imgWidth: 320, imgHeight: 240 } };
async function recrop({ id }: ImageRecord) {
  return (await editImage(id, { manual_image_crops: crops }, { caller: ADMIN, ifMatch: undefined })).value;
}

describe('thumbnail task', () => {
  it('makes all sizes and sets the image to ready', async () => {
    const image = await upload();
    await runTask(image);

    const after = await readState(image.id);
    expect(after).toMatchObject({ thumbnails_status: 'ready', ready: image.thumbnails, failure: null });
    expect(await listMedia(image.id)).toEqual(Object.values(image.thumbnails).sort());
    expect(await countEntries([PENDING_IMAGES])).toBe(0);
  });

  it('changes nothing when it runs twice, also at the same time', async () => {
    const image = await upload();
    await Promise.all([runTask(image), runTask(image)]);
    const after = await Images.read(image.id, { consistent: true });
    await runTask(image);

    expect(await Images.read(image.id, { consistent: true })).toEqual(after);
    expect(await listMedia(image.id)).toEqual(Object.values(image.thumbnails).sort());
  });

  it('does nothing when a task of a newer crop has finished before it', async () => {
    const first = await upload();
    const second = await recrop(first);
    await runTask(second);
    await runTask(first);

    expect(await readState(first.id)).toMatchObject({ thumbnails_status: 'ready', ready: second.thumbnails });
  });

  it('leaves the image pending when a new crop arrives while it runs', async () => {
    const first = await upload();
    let second: ImageRecord | undefined;
    // The crop comes between the task's reading of the record and its end.
    await withFaults(
      async command => {
        if (command === 'TransactWriteItemsCommand' && !second) {
          second = first;
          second = await recrop(first);
        }
      },
      () => runTask(first),
    );

    expect(await readState(first.id)).toMatchObject({
      thumbnails_status: 'pending',
      task_id: second?.task_id,
    });
    await runTask(second!);
    expect(await readState(first.id)).toMatchObject({
      thumbnails_status: 'ready',
      ready: second?.thumbnails,
    });
  });

  it('does nothing for a deleted image', async () => {
    const image = await upload();
    await new Transaction().delete(Images.key(image.id)).commit();
    await runTask(image);

    expect(await listMedia(image.id)).toEqual([image.original]);
  });

  it('completes in a second run after a crash in the first', async () => {
    const image = await upload();
    let puts = 0;
    const die = (command: string) => {
      if (command === 'PutObjectCommand' && ++puts > 5) throw new Error('the process is dead');
    };
    await expect(withFaults(die, () => runTask(image))).rejects.toThrow('the task failed');
    expect(await readState(image.id)).toMatchObject({ thumbnails_status: 'pending', ready: null });
    await runTask(image);

    expect(await readState(image.id)).toMatchObject({ thumbnails_status: 'ready' });
    expect(await listMedia(image.id)).toEqual(Object.values(image.thumbnails).sort());
  });

  it('keeps the old thumbnails until all new ones are made', async () => {
    const image = await upload();
    await runTask(image);
    const second = await recrop(image);

    expect((await readState(image.id)).ready).toEqual(image.thumbnails);
    await runTask(second);
    expect((await readState(image.id)).ready).toEqual(second.thumbnails);
  });

  it('delivers a failed task again, but not the others of its batch', async () => {
    const [first, second] = [await upload(), await upload()];
    let gets = 0;
    const away = (command: string): void => {
      if (command === 'GetObjectCommand' && ++gets === 1) throw new Error('S3 is away');
    };
    expect(await withFaults(away, () => deliver(first, second))).toEqual(['message-0']);
    expect(await readState(first.id)).toMatchObject({ thumbnails_status: 'pending' });
    expect(await readState(second.id)).toMatchObject({ thumbnails_status: 'ready' });
    expect(await deliver(first)).toEqual([]);
    expect(await readState(first.id)).toMatchObject({ thumbnails_status: 'ready' });
  });

  it('runs for an event without a queue, as earlier versions send it', async () => {
    const image = await upload();
    expect(await handler(makeEvent(image))).toEqual({ batchItemFailures: [] });
    expect(await readState(image.id)).toMatchObject({ thumbnails_status: 'ready' });
  });

  it('ignores an object key that is not a task', async () => {
    await handler({ detail: { object: { key: 'tasks/1/../x' } } });
  });
});

function toPlace({ id, task_id }: TaskOf) {
  return { bucket: 'content', key: `tasks/${id}/${task_id}` } as const;
}

/** Writes how often the sweep has put the task of an image. */
async function setRetries(image: TaskOf, retries: number): Promise<void> {
  await putObject(toPlace(image), Buffer.from(String(retries)));
}

async function readRetries(image: TaskOf): Promise<string> {
  return (await getObject(toPlace(image))).toString();
}

/** Sweeps when each task is late. */
function sweepLate(): Promise<number> {
  return sweepThumbnails(nowTs() + 300);
}

describe('sweep of thumbnail tasks', () => {
  it('puts a task that a failed request did not put', async () => {
    let puts = 0;
    const withoutTask = (command: string) => {
      if (command === 'PutObjectCommand' && ++puts > 1) throw new Error('S3 is away');
    };
    const image = await withFaults(withoutTask, upload);
    expect(await listTasks(image.id)).toEqual([]);
    await sweepThumbnails(nowTs() + 300);

    expect(await listTasks(image.id)).toEqual([`tasks/${image.id}/${image.task_id}`]);
  });

  it('skips an image whose task has just been put', async () => {
    await upload();
    expect(await sweepThumbnails()).toBe(0);
  });

  it('gives up after a day of sweeps while fifty or more images are late', async () => {
    const waiting = [];
    for (let count = 0; count < 50; count++) waiting.push(await upload());
    for (const image of waiting) await setRetries(image, 1439);
    await sweepLate();
    expect(await readState(waiting[0]!.id)).toMatchObject({ thumbnails_status: 'pending' });
    await sweepLate();
    for (const { id } of waiting.slice(0, 10))
      expect(await readState(id)).toMatchObject({ thumbnails_status: 'failed' });
    await sweepLate();
  });

  it('sets an image to failed with the reason after an hour of sweeps', async () => {
    const image = await upload();
    for (let minute = 0; minute < 60; minute++) await sweepLate();
    expect(await readState(image.id)).toMatchObject({ thumbnails_status: 'pending' });
    await sweepLate();

    expect(await readState(image.id)).toMatchObject({
      thumbnails_status: 'failed',
      failure: 'The thumbnails could not be made within an hour',
    });
  });

  it('puts the task of an image again when the service was off for a day', async () => {
    const image = await upload();
    await sweepThumbnails(nowTs() + 25 * 3600);

    expect(await readState(image.id)).toMatchObject({ thumbnails_status: 'pending' });
    expect(await readRetries(image)).toBe('1');
  });

  it('starts again at one retry when the object of the task can’t be read', async () => {
    const image = await upload();
    await setRetries(image, 60);
    await withFaults(command => {
      if (command === 'GetObjectCommand') throw new Error('S3 is away');
    }, sweepLate);

    expect(await readRetries(image)).toBe('1');
  });
});

describe('clean-up of an image’s files', () => {
  it('deletes the original of an upload whose record was never written, an hour later', async () => {
    const before = new Set(await objectsUnder(environment().MEDIA_BUCKET, 'images/'));
    let commits = 0;
    const die = (command: string) => {
      // The first transaction schedules the clean-up, the second writes the record.
      if (command === 'TransactWriteItemsCommand' && ++commits > 1) throw new Error('the process is dead');
    };
    await expect(withFaults(die, upload)).rejects.toThrow('the process is dead');
    const [orphan = ''] = (await objectsUnder(environment().MEDIA_BUCKET, 'images/')).filter(
      key => !before.has(key),
    );
    const [, id] = /^images\/(\d+)\/original\//.exec(orphan) ?? [];
    const job = { prefix: `images/${id}/original/`, record: Images.key(Number(id)) };
    await cleanUpFiles(job);
    expect(await listMedia(Number(id))).toEqual([orphan]);
    await cleanUpFiles(job, Date.now() + HOUR_MS);
    expect(await listMedia(Number(id))).toEqual([]);
  });

  it('keeps all files of an image whose record exists', async () => {
    const image = await upload();
    await runTask(image);
    const all = await listMedia(image.id);
    await cleanUpFiles({ prefix: `images/${image.id}/`, record: Images.key(image.id) }, Date.now() + HOUR_MS);

    expect(await listMedia(image.id)).toEqual(all);
  });
});
