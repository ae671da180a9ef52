import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler } from '../../functions/events/thumbnails.ts';
import { nowTs } from '../../shared/core/clock.ts';
import { environment } from '../../shared/core/environment.ts';
import { files } from '../../shared/files/client.ts';
import { createImages } from '../../shared/images/create.ts';
import { editImage } from '../../shared/images/edit.ts';
import { readImage } from '../../shared/images/read.ts';
import { PENDING_IMAGES, type ImageRecord } from '../../shared/images/record.ts';
import { sweepThumbnails } from '../../shared/images/thumbnails/sweep.ts';
import { imageKey } from '../../shared/media/references.ts';
import { countEntries } from '../../shared/store/timeline.ts';
import { Transaction } from '../../shared/store/transaction.ts';
import { cleanUpFiles } from '../../shared/uploads/cleanup.ts';
import { ADMIN, useEngines } from '../support/engines.ts';
import { withFaults } from '../support/faults.ts';
import { quartered } from './support/images.ts';

// What is provoked here need not be read.
process.env.LOG_LEVEL = 'silent';

useEngines();
let photo: Buffer;
beforeAll(async () => {
  photo = await quartered(320, 240);
});

const HOUR_MS = 3_600_000;

async function upload(): Promise<ImageRecord> {
  const [image] = await createImages(
    { file: [{ bytes: photo, filename: 'a.jpg', contentType: null }] },
    ADMIN,
  );
  return image!;
}

function ring({ id, task_id }: Pick<ImageRecord, 'id' | 'task_id'>) {
  return handler({ detail: { object: { key: `tasks/${id}/${task_id}` } } });
}

async function stateOf(id: number) {
  return (await readImage(id, true)).value;
}

async function objectsUnder(bucket: string, prefix: string): Promise<string[]> {
  const { Contents: found = [] } = await files().send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }),
  );
  return found.map(({ Key }) => Key ?? '').sort();
}

function mediaOf(id: number) {
  return objectsUnder(environment().MEDIA_BUCKET, `images/${id}/`);
}

function tasksOf(id: number) {
  return objectsUnder(environment().CONTENT_BUCKET, `tasks/${id}/`);
}

const crops = { '1x1': { top: 0, left: 0, width: 100, height: 100, imgWidth: 320, imgHeight: 240 } };
async function recrop({ id }: ImageRecord) {
  return (await editImage(id, { manual_image_crops: crops }, { caller: ADMIN, ifMatch: undefined })).value;
}

describe('a task', () => {
  it('makes all sizes, and then shows them', async () => {
    const image = await upload();
    await ring(image);

    const after = await stateOf(image.id);
    expect(after).toMatchObject({ thumbnails_status: 'ready', ready: image.thumbnails, failure: null });
    expect(await mediaOf(image.id)).toEqual(Object.values(image.thumbnails).sort());
    expect(await countEntries([PENDING_IMAGES])).toBe(0);
  });

  it('that comes twice, also at the same time, changes nothing more', async () => {
    const image = await upload();
    await Promise.all([ring(image), ring(image)]);
    const after = await readImage(image.id, true);
    await ring(image);

    expect(await readImage(image.id, true)).toEqual(after);
    expect(await mediaOf(image.id)).toEqual(Object.values(image.thumbnails).sort());
  });

  it('of before a new crop does nothing when it comes late, whichever comes first', async () => {
    const first = await upload();
    const second = await recrop(first);
    await ring(second);
    await ring(first);

    expect(await stateOf(first.id)).toMatchObject({ thumbnails_status: 'ready', ready: second.thumbnails });
  });

  it('under way when the picture is cropped anew leaves the new task to be done', async () => {
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
      () => ring(first),
    );

    expect(await stateOf(first.id)).toMatchObject({ thumbnails_status: 'pending', task_id: second?.task_id });
    await ring(second!);
    expect(await stateOf(first.id)).toMatchObject({ thumbnails_status: 'ready', ready: second?.thumbnails });
  });

  it('of an image that is gone does nothing', async () => {
    const image = await upload();
    await new Transaction().delete(imageKey(image.id)).commit();
    await ring(image);

    expect(await mediaOf(image.id)).toEqual([image.original]);
  });

  it('that dies half-way is done by the next one', async () => {
    const image = await upload();
    let puts = 0;
    const die = (command: string) => {
      if (command === 'PutObjectCommand' && ++puts > 5) throw new Error('the process is dead');
    };
    await expect(withFaults(die, () => ring(image))).rejects.toThrow('the process is dead');
    expect(await stateOf(image.id)).toMatchObject({ thumbnails_status: 'pending', ready: null });
    await ring(image);

    expect(await stateOf(image.id)).toMatchObject({ thumbnails_status: 'ready' });
    expect(await mediaOf(image.id)).toEqual(Object.values(image.thumbnails).sort());
  });

  it('shows the whole old set until the whole new one is there', async () => {
    const image = await upload();
    await ring(image);
    const second = await recrop(image);

    expect((await stateOf(image.id)).ready).toEqual(image.thumbnails);
    await ring(second);
    expect((await stateOf(image.id)).ready).toEqual(second.thumbnails);
  });

  it('is no task under a key that isn’t one', async () => {
    await handler({ detail: { object: { key: 'tasks/1/../x' } } });
  });
});

describe('the sweep', () => {
  it('puts a task again that nobody put', async () => {
    let puts = 0;
    const withoutTask = (command: string) => {
      if (command === 'PutObjectCommand' && ++puts > 1) throw new Error('S3 is away');
    };
    const image = await withFaults(withoutTask, upload);
    expect(await tasksOf(image.id)).toEqual([]);
    await sweepThumbnails(nowTs() + 300);

    expect(await tasksOf(image.id)).toEqual([`tasks/${image.id}/${image.task_id}`]);
  });

  it('leaves alone what has only just begun', async () => {
    await upload();
    expect(await sweepThumbnails()).toBe(0);
  });

  it('gives up after an hour, and says so', async () => {
    const image = await upload();
    await sweepThumbnails(nowTs() + 2 * 3600);

    expect(await stateOf(image.id)).toMatchObject({
      thumbnails_status: 'failed',
      failure: 'The thumbnails could not be made within an hour',
    });
  });
});

describe('an upload', () => {
  it('whose record is refused leaves an original that the clean-up takes away', async () => {
    const before = new Set(await objectsUnder(environment().MEDIA_BUCKET, 'images/'));
    let commits = 0;
    const die = (command: string) => {
      // The first arms the clean-up, the second is the record's.
      if (command === 'TransactWriteItemsCommand' && ++commits > 1) throw new Error('the process is dead');
    };
    await expect(withFaults(die, upload)).rejects.toThrow('the process is dead');
    const [orphan = ''] = (await objectsUnder(environment().MEDIA_BUCKET, 'images/')).filter(
      key => !before.has(key),
    );
    const [, id] = /^images\/(\d+)\/original\//.exec(orphan) ?? [];
    const job = { prefix: `images/${id}/original/`, record: imageKey(Number(id)) };
    await cleanUpFiles(job);
    expect(await mediaOf(Number(id))).toEqual([orphan]);
    await cleanUpFiles(job, Date.now() + HOUR_MS);
    expect(await mediaOf(Number(id))).toEqual([]);
  });

  it('whose record is there keeps everything that the record names', async () => {
    const image = await upload();
    await ring(image);
    const all = await mediaOf(image.id);
    await cleanUpFiles({ prefix: `images/${image.id}/`, record: imageKey(image.id) }, Date.now() + HOUR_MS);

    expect(await mediaOf(image.id)).toEqual(all);
  });
});
