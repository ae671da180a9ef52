import { randomBytes } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import { ANONYMOUS } from '../../../../shared/platform/http/caller.ts';
import { createPreview, readPreviewed } from '../../../../shared/posts/previews/previews.ts';
import { requirePublished } from '../../../../shared/posts/answers/published.ts';
import { readPost } from '../../../../shared/posts/record/read.ts';
import { SECTION, STATUS } from '../../../../shared/taxonomy/sections/record.ts';
import { createSection } from '../../../../shared/taxonomy/sections/write.ts';
import { restoreClock, stopClock } from '../../../support/time/clock.ts';
import { ADMIN, makePost, useEngines } from '../../../support/aws/engines.ts';

useEngines();
afterEach(() => restoreClock());

it('requirePublished() refuses drafts, and private posts without a key', async () => {
  const hidden = await createSection(SECTION, { title: 'Desk', url: 'desk', status: STATUS.private });
  const [draft, open, closed] = await Promise.all([
    makePost({}, 'draft'),
    makePost(),
    makePost({ sections: [hidden.value.id] }),
  ]);
  const refusal = (id: number) => `There is no published post with the id ${id}`;
  await requirePublished(open.value.id, ANONYMOUS, { consistent: true });
  await requirePublished(closed.value.id, ADMIN, { consistent: true });
  for (const { id } of [draft.value, { id: 7 }])
    await expect(requirePublished(id, ADMIN, { consistent: true })).rejects.toThrow(refusal(id));
  await expect(requirePublished(closed.value.id, ANONYMOUS, { consistent: true })).rejects.toThrow(
    refusal(closed.value.id),
  );
});

it('readPost() returns a body that is stored in S3', async () => {
  const body = randomBytes(150_000).toString('base64');
  const { id } = (await makePost({ body })).value;
  const { object, content } = await readPost(id, { consistent: true });
  expect(object).toMatch(new RegExp(`^content/${id}/`));
  expect(content?.body === body).toBe(true);
});

it('createPreview() returns the address of the draft with a token of 256 bits, and its expiry', async () => {
  stopClock();
  const { id } = (await makePost({}, 'draft')).value;
  const { token, url, expires_ts } = await createPreview(id, { lifeS: 60 }, ADMIN);
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(url).toMatch(new RegExp(`^https?://.+[?]preview=${token}$`));
  expect(expires_ts).toBe(nowTs() + 60);
  // The author of the preview has no record here.
  await expect(readPreviewed(token)).rejects.toThrow('There is no preview with this token');
});
