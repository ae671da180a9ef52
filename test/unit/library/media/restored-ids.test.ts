import { afterEach, expect, it, vi } from 'vitest';
import { Badges } from '../../../../shared/taxonomy/badges/record.ts';
import { restoreBadge } from '../../../../shared/taxonomy/badges/write.ts';
import { Unavailable } from '../../../../shared/platform/core/errors.ts';
import { Documents } from '../../../../shared/library/documents/record.ts';
import { restoreDocument } from '../../../../shared/library/documents/write.ts';
import { Images } from '../../../../shared/library/images/record.ts';
import { restoreImage } from '../../../../shared/library/images/restore.ts';
import { ownerKey } from '../../../../shared/library/media/shortcode-owner.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { badgeRecord } from '../../../support/records/badge-record.ts';
import { useEngines } from '../../../support/aws/engines.ts';
import { documentRecord, imageRecord } from '../../../support/records/media-records.ts';

useEngines();
afterEach(() => {
  vi.restoreAllMocks();
});

/** The time for repeated attempts passes at once. */
function loseAllPatience(): void {
  let passedMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (passedMs += 10_000));
}

const file = Buffer.from('file');
const other = 'b'.repeat(32);

it.each([
  [
    'badge',
    Badges.key,
    () => restoreBadge(badgeRecord({ id: 70 })),
    () => restoreBadge(badgeRecord({ id: 70, name: 'Other' })),
  ],
  [
    'document',
    Documents.key,
    () => restoreDocument(documentRecord({ id: 70 }), file),
    () => restoreDocument(documentRecord({ id: 70, shortcode_id: other }), file),
  ],
  [
    'image',
    Images.key,
    () => restoreImage(imageRecord({ id: 70 }), file),
    () => restoreImage(imageRecord({ id: 70, shortcode_id: other }), file),
  ],
])('an imported %s never replaces one with its id', async (_, toKey, restore, restoreOther) => {
  await restore();
  const record = await getItem(toKey(70), { consistent: true });
  loseAllPatience();
  await expect(restoreOther()).rejects.toThrow(Unavailable);
  expect(await getItem(toKey(70), { consistent: true })).toEqual(record);
});

it('an imported image never takes the shortcode of another medium', async () => {
  const { shortcode_id } = imageRecord({ id: 80, shortcode_id: 'c'.repeat(32) });
  await restoreImage(imageRecord({ id: 80, shortcode_id }), file);
  loseAllPatience();
  await expect(restoreImage(imageRecord({ id: 81, shortcode_id }), file)).rejects.toThrow(Unavailable);
  expect(await getItem(ownerKey(shortcode_id), { consistent: true })).toMatchObject({ id: 80 });
  expect(await getItem(Images.key(81), { consistent: true })).toBeUndefined();
});
