import { afterEach, beforeAll, expect, it } from 'vitest';
import { verifySite } from '../../../../infra/cli/verify/table.ts';
import { editPost } from '../../../../shared/posts/publishing/edit.ts';
import { toText } from '../../../../infra/cli/verify/table.ts';
import { deleteItem, putItem } from '../../../../shared/platform/store/put.ts';
import type { Item } from '../../../../shared/platform/store/table.ts';
import { ADMIN, makePost, useEngines } from '../../../support/aws/engines.ts';
import { change, findItem, put, remove } from '../../../support/table/damage.ts';
import { allItems } from '../../../support/table/table.ts';

useEngines();

let sound: readonly Item[];

beforeAll(async () => {
  const { id } = (await makePost({ headline: 'Bridge opens' }, 'draft')).value;
  for (const body of ['one', 'two'])
    await editPost(id, { family: 'drafts', input: { body }, ifMatch: undefined }, ADMIN);
  sound = await allItems();
});
afterEach(async () => {
  for (const { pk, sk } of await allItems()) await deleteItem({ pk: String(pk), sk: String(sk) });
  for (const item of sound) await putItem(item);
});

it('verify finds nothing in revisions that were not damaged', async () => {
  expect((await verifySite()).map(toText)).toEqual([]);
});

it.each<[string, () => Promise<unknown>, RegExp]>([
  [
    'a revision without its content',
    () => remove(/^REVISIONS#\d+#contents$/),
    /^revision: REVISIONS#\d+ \/ 0+1 has lost its content [\da-f]{64}$/,
  ],
  [
    'a revision of a version that is not before the post’s',
    async () => put({ ...(await findItem(/^REVISIONS#\d+$/, /2$/)), sk: '3'.padStart(16, '0') }),
    /^revision: REVISIONS#\d+ \/ 0+3 is not older than POST#/,
  ],
  [
    'a revision that is damaged',
    () => change(/^REVISIONS#\d+$/, /2$/, { zipped: new Uint8Array([1]) }),
    /^revision: REVISIONS#\d+ \/ 0+2 is unreadable$/,
  ],
  [
    'a lost object with the content of a revision',
    () => change(/^REVISIONS#\d+#contents$/, /./, { object: 'content/77/x' }),
    /^object: content\/content\/77\/x is missing: it is the text of REVISIONS#\d+#contents/,
  ],
])('verify names %s, which can’t be derived', async (_, damage, expected) => {
  await damage();
  const lost = (await verifySite()).filter(({ repair }) => !repair);
  expect(lost.map(toText)).toEqual([expect.stringMatching(expected)]);
});
