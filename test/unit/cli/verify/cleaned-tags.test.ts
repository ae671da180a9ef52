import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repairSite, verifySite } from '../../../../infra/cli/verify/table.ts';
import { configureSite, parseSite } from '../../../../shared/platform/site/site.ts';
import { TIMELINE } from '../../../../shared/posts/record/timelines.ts';
import { deleteItem, putItem } from '../../../../shared/platform/store/put.ts';
import { queryItems } from '../../../../shared/platform/store/table.ts';
import { makePost, useEngines } from '../../../support/aws/engines.ts';
import { allItems } from '../../../support/table/table.ts';

useEngines();

beforeAll(() => configureSite(parseSite({ baseUrl: 'http://127.0.0.1' })));
afterAll(() => configureSite(parseSite({})));

/** Stores a post as an earlier version did, which kept control characters in tags and in the keys of their list entries. */
async function makeOlder(status: 'published' | 'draft'): Promise<void> {
  await makePost({ headline: 'Bridge opens', tags: ['budget'] }, status);
  for (const item of await allItems()) {
    const { pk, sk } = { pk: String(item.pk), sk: String(item.sk) };
    if (pk.startsWith('POST#') && sk === 'record')
      await putItem({ ...item, data: String(item.data).replaceAll('"budget"', String.raw`"bud\u0007get"`) });
    if (!pk.endsWith('tag#budget')) continue;
    await deleteItem({ pk, sk });
    await putItem({ ...item, pk: pk.replace('budget', 'bud\u0007get') });
  }
}

describe.each([
  ['published', TIMELINE.tag('budget')],
  ['draft', TIMELINE.draftTag('budget')],
] as const)('a %s post of an earlier version with a control character in a tag', (status, timeline) => {
  const entries = async () => (await queryItems({ pk: `T#${timeline}`, consistent: true })).length;

  it('is listed by its cleaned tag after verify --repair', async () => {
    await makeOlder(status);
    expect(await entries()).toBe(0);
    await repairSite(await verifySite());
    expect(await entries()).toBe(1);
    expect((await allItems()).filter(({ pk }) => String(pk).includes('\u0007'))).toEqual([]);
    expect((await verifySite()).filter(({ kind }) => kind === 'list')).toEqual([]);
    for (const { pk, sk } of await allItems()) await deleteItem({ pk: String(pk), sk: String(sk) });
  });
});
