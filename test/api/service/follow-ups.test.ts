import { afterAll, beforeAll, expect, it } from 'vitest';
import { FEED, INDEXING, WORDS, WORDS_EDITED } from '../../../infra/dev/cost/follow-ups.ts';
import { sum, type Usage } from '../../../infra/dev/cost/prices.ts';
import { editPost } from '../../../shared/posts/publishing/edit.ts';
import { removePost } from '../../../shared/posts/publishing/remove.ts';
import { checkTable } from '../../support/table/checked-table.ts';
import { ADMIN, makePost, useEngines } from '../../support/aws/engines.ts';
import { drain } from '../../support/table/outbox.ts';
import { measureCost, installMeter } from '../../support/costs/meter.ts';

useEngines();
afterAll(checkTable);
beforeAll(installMeter);

const HEADLINE = 'word1';
function makeText(first: number): string {
  return `<p>${Array.from({ length: WORDS }, (_, index) => `word${first + index}`).join(' ')}</p>`;
}

/** Expects the consumed units to be within a tenth of those that the cost calculation assumes. */
async function expectCost(run: () => Promise<unknown>, { readUnits = 0, writeUnits = 0 }: Usage) {
  const { read, write } = await measureCost(run);

  expect({ read: share(read, readUnits), write: share(write, writeUnits) }, `${read}, ${write}`).toEqual({
    read: 'as computed',
    write: 'as computed',
  });
}

function share(spent: number, computed: number): string {
  if (spent > computed * 1.1) return `${spent}, not ${computed}`;
  return spent < computed * 0.9 - 1 ? `only ${spent}, not ${computed}` : 'as computed';
}

it('the outbox worker indexes a published, an edited and a removed post at the cost that the cost calculation assumes', async () => {
  const { value } = await makePost({ headline: HEADLINE, body: makeText(1) });
  await expectCost(drain, sum(INDEXING.published, FEED));

  await editPost(
    value.id,
    { family: 'posts', input: { body: makeText(1 + WORDS_EDITED) }, ifMatch: undefined },
    ADMIN,
  );
  await expectCost(drain, sum(INDEXING.edited, FEED));

  await removePost(value.id, 'posts', ADMIN, undefined);
  await expectCost(drain, sum(INDEXING.gone, INDEXING.unpublished, FEED));
});
