import { beforeAll, describe, expect, it } from 'vitest';
import { repairSite, verifySite } from '../../../../infra/cli/verify/table.ts';
import { nowMs, nowTs } from '../../../../shared/platform/core/clock.ts';
import { configureSite, parseSite } from '../../../../shared/platform/site/site.ts';
import { createPreview } from '../../../../shared/posts/previews/previews.ts';
import { saveOrder } from '../../../../shared/posts/order/write.ts';
import { SECTION } from '../../../../shared/taxonomy/sections/record.ts';
import { createSection } from '../../../../shared/taxonomy/sections/write.ts';
import { countViews } from '../../../../shared/posts/counters/views/count.ts';
import { testWebhook } from '../../../../shared/posts/webhooks/deliveries.ts';
import { fanOut, readEvents } from '../../../../shared/posts/webhooks/fan-out.ts';
import { createPost } from '../../../../shared/posts/publishing/create.ts';
import { editPost } from '../../../../shared/posts/publishing/edit.ts';
import { restoreWebhook } from '../../../../shared/posts/webhooks/write.ts';
import { allowDisagreements, checkTable } from '../../../support/table/checked-table.ts';
import { change, findItem, put, remove } from '../../../support/table/damage.ts';
import { ADMIN, makePost, useEngines } from '../../../support/aws/engines.ts';

useEngines();

let post: number;

beforeAll(async () => {
  configureSite(parseSite({ baseUrl: 'http://127.0.0.1', mediaBaseUrl: 'http://127.0.0.1/media' }));
  const section = (await createSection(SECTION, { title: 'News', url: 'news', tags: ['bridge'] })).value.id;
  post = (await makePost({ headline: 'Bridge opens', tags: ['bridge'] })).value.id;
  await saveOrder(section, [post]);
  await countViews(post, 3);
  const webhook = {
    url: 'https://example.com/',
    actions: [],
    headers: {},
    active: true,
    created_ts: nowTs(),
  };
  const draft = await createPost({ headline: 'A draft' }, 'draft', ADMIN);
  for (const body of ['one', 'two'])
    await editPost(draft.value.id, { family: 'drafts', input: { body }, ifMatch: undefined }, ADMIN);
  await createPreview(draft.value.id, { lifeS: 86_400 }, ADMIN);
  await restoreWebhook({ ...webhook, id: 50 });
  await testWebhook(50, ADMIN);
  await fanOut(await readEvents(), []);
});

/** Removes an attribute of an item. */
async function strip(pk: RegExp, sk: RegExp, name: string): Promise<void> {
  const { [name]: _removed, ...others } = await findItem(pk, sk);
  await put(others);
}

const REQUEST = { state: 'answered', token: 't', fingerprint: 'f', until: 0, parts: 1 };

describe('the check of the table at the end of a test file', () => {
  it('passes on a sound site', async () => {
    await checkTable();
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'a record that would expire',
      () => change(/^POST#/, /^record$/, { expires: nowTs() + 60 }),
      /item: POST#\d+ \/ record would expire/,
    ],
    [
      'a bucket that never expires',
      () => strip(/^VIEWS#hour/, /./, 'expires'),
      /item: VIEWS#.*never expires/,
    ],
    [
      'a time to live in milliseconds',
      () => change(/^WEBHOOK#50$/, /^lane/, { expires: nowMs() }),
      /item: WEBHOOK#50 .*wrong time/,
    ],
    [
      'a time to live that is no time',
      () => change(/^WEBHOOK#50$/, /^due/, { expires: 600 }),
      /item: WEBHOOK#50 .*wrong time/,
    ],
    ['revisions that are never thinned', () => remove(/^REVISIONS$/), /revision: .*is missing for POST#/],
    [
      'a content that no revision names',
      () => remove(/^REVISIONS#\d+$/, /^0+2$/),
      /revision: REVISIONS#\d+#contents .*is the content of no revision/,
    ],
    [
      'revisions of a post that is gone',
      async () => put({ ...(await findItem(/^REVISIONS#\d+$/)), pk: 'REVISIONS#77' }),
      /revision: REVISIONS \/ 1000.*77 is missing: its post is gone/,
    ],
    ['a missing path', () => remove(/^PATH#/), /path: PATH#.*is missing for POST#/],
    [
      'a mark of a post that is not in the section',
      () => put({ pk: 'ORDER#0', sk: `post#${String(post).padStart(16, '0')}`, mark: 1 }),
      /order: ORDER#0 .*marks a post/,
    ],
    [
      'an order of no section',
      () => put({ pk: 'ORDER#77', sk: '!record', version: 1, data: '{"curated":[]}' }),
      /order: ORDER#77 .*of no section/,
    ],
    ['views of no post', () => put({ pk: 'POST#77', sk: 'views', count: 1 }), /number: POST#77 .*of no post/],
    [
      'progress of no job',
      () => put({ pk: 'SECTIONS', sk: '0000000000000001#reassignment#5', done: 0, total: null }),
      /job: SECTIONS .*progress of no job/,
    ],
    ['a missing mark of an hour', () => remove(/^VIEWS$/, /^hour/), /views: VIEWS \/ hour.*is missing/],
    [
      'deferred views without a mark',
      () => change(/^VIEWS#hour/, /./, { deferred: 2 }),
      /views: VIEWS \/ deferred.*is missing/,
    ],
    [
      'a folded hour that is still a part of the total',
      () => change(/^POST#/, /^views$/, { folded: 9, 'part#9#0': 1 }),
      /views: POST#.*counts part#9#0 twice/,
    ],
    [
      'a secret of no webhook',
      () => put({ pk: 'WEBHOOK#51', sk: 'secret', secret: 's' }),
      /queue: WEBHOOK#51 .*of no webhook/,
    ],
    ['a queue that is never due', () => remove(/^WEBHOOK#50$/, /^due/), /queue: WEBHOOK#50 .*is missing/],
    [
      'a due entry of another time',
      async () =>
        put({ ...(await findItem(/^WEBHOOK#50$/, /^due/)), sk: `due#200000000000#${'7'.padStart(16, '0')}` }),
      /queue: WEBHOOK#50 .*does not follow/,
    ],
    ['a queue without a state', () => remove(/^WEBHOOK#50$/, /^lane/), /queue: WEBHOOK#50 .*without a state/],
    ['a delivery in no queue', () => remove(/^WEBHOOK#50$/, /^queue/), /queue: WEBHOOK#50 .*in no queue/],
    [
      'an entry of no delivery',
      () => remove(/^WEBHOOK#50$/, /^delivery/),
      /queue: WEBHOOK#50 .*does not exist/,
    ],
    [
      'a preview that is not listed',
      () => remove(/^PREVIEWS#\d+$/),
      /preview: PREVIEWS#.*is missing for PREVIEW#/,
    ],
    ['an entry of no preview', () => remove(/^PREVIEW#/), /preview: PREVIEWS#.*entry of no preview/],
  ])('fails on %s, which a repair restores', async (_what, damage, expected) => {
    await damage();
    await expect(checkTable()).rejects.toThrow(expected);
    // A delivery comes back in two steps: its entry, then the state of its queue.
    while ((await verifySite()).length > 0) expect(await repairSite(await verifySite())).toEqual([]);
    await checkTable();
  });

  it.each<[string, Record<string, unknown> & { pk: string; sk: string }, RegExp]>([
    [
      'an item of an unknown kind',
      { pk: 'THING#1', sk: 'x', n: 1 },
      /item: THING#1 \/ x is of no known kind/,
    ],
    [
      'an unreadable path',
      { pk: `PATH#${'a'.repeat(64)}`, sk: 'path', living: 'x' },
      /path: PATH#.*unreadable/,
    ],
    [
      'an unreadable preview',
      { pk: `PREVIEW#${'a'.repeat(64)}`, sk: 'preview', expires: nowTs() + 36_000 },
      /preview: PREVIEW#.*unreadable/,
    ],
    [
      'a webhook that its number does not count',
      { pk: 'WEBHOOKS', sk: '0000000000000051', version: 1, data: '{}' },
      /queue: WEBHOOKS \/ head is 1, but there are 2/,
    ],
    [
      'an answer without its parts',
      { pk: 'IDEMPOTENCY#1#a', sk: 'request', ...REQUEST, expires: nowTs() + 36_000 },
      /answer: IDEMPOTENCY#1#a .*is missing/,
    ],
  ])('fails on %s, which a repair can’t restore', async (_what, item, expected) => {
    await put(item);
    await expect(checkTable()).rejects.toThrow(expected);
    expect((await verifySite()).filter(({ repair }) => repair)).toEqual([]);
    await remove(new RegExp(`^${item.pk}$`), new RegExp(`^${item.sk}$`));
    await checkTable();
  });

  it('passes on disagreements that the file allows', async () => {
    await put({ pk: 'THING#1', sk: 'x', n: 1 });
    allowDisagreements(/^item: THING#1 /, 'the test has put it');
    await checkTable();
  });
});
