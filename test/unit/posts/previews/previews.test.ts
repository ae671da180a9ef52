import { BatchGetCommand, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Authors } from '../../../../shared/people/authors/record.ts';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import { NotFound } from '../../../../shared/platform/core/errors.ts';
import { createPreview, readPreviewed, revokePreview } from '../../../../shared/posts/previews/previews.ts';
import { postKey } from '../../../../shared/posts/record/record.ts';
import { sweepSharingRoles } from '../../../../shared/posts/answers/sharing-roles.ts';
import { recordItem } from '../../../../shared/platform/store/records/record.ts';
import { keyText, type Item, type Key } from '../../../../shared/platform/store/table.ts';
import { authorRecord } from '../../../support/records/author-record.ts';
import { restoreClock, stopClock } from '../../../support/time/clock.ts';
import { ADMIN } from '../../../support/aws/engines.ts';
import { mockDatabase } from '../../../support/aws/mock-database.ts';
import { postRecord } from '../../../support/records/post-record.ts';

/** An author whom no other test of the process puts into the cache of authors. */
const AUTHOR = 881_001;
const UNKNOWN = new NotFound('There is no preview with this token');

const database = mockDatabase();
let table: Map<string, Item>;
let consistent: unknown[];

function plant(key: Key, item: Item): void {
  table.set(keyText(key), { ...item, ...key });
}

/** Makes a preview of the draft 7 with the token `token`. */
function plantPreview(fields: Item = {}): void {
  const key = { pk: `PREVIEW#${hash('sha256', 'token', 'hex')}`, sk: 'preview' };
  plant(key, { id: 7, created_by: AUTHOR, created_ts: 1, preview_id: 1, expires: nowTs() + 1, ...fields });
}

beforeEach(() => {
  stopClock();
  table = new Map();
  consistent = [];
  database.on(GetCommand).callsFake(input => {
    consistent.push(input.ConsistentRead);
    return { Item: table.get(keyText(input.Key)) };
  });
  database.on(QueryCommand).callsFake(input => {
    consistent.push(input.ConsistentRead);
    return { Items: [...table.values()].filter(({ pk }) => pk === input.ExpressionAttributeValues[':pk']) };
  });
  database.on(PutCommand).callsFake(({ Item: item }) => plant(item, item));
  database.on(BatchGetCommand).callsFake(({ RequestItems: { table: request } }) => {
    // Authors are read through a cache.
    const keys: readonly Key[] = request.Keys;
    if (!keys.some(({ pk }) => pk.startsWith('AUTHOR#'))) consistent.push(request.ConsistentRead);
    return { Responses: { table: keys.flatMap(key => table.get(keyText(key)) ?? []) } };
  });
});
afterEach(() => restoreClock());

describe('readPreviewed()', () => {
  const plantDraft = () => plant(postKey(7), recordItem(postKey(7), 1, postRecord({ content_version: 0 })));

  it('returns the draft until the preview expires, by consistent reads', async () => {
    plantDraft();
    plantPreview();
    plant(Authors.key(AUTHOR), recordItem(Authors.key(AUTHOR), 1, authorRecord({ id: AUTHOR })));
    await sweepSharingRoles();
    consistent = [];
    expect(await readPreviewed('token')).toMatchObject({ value: { id: 7 }, version: 1 });
    expect(consistent).toEqual([true, true]);
    plantPreview({ expires: nowTs() });
    await expect(readPreviewed('token')).rejects.toEqual(UNKNOWN);
  });

  it('throws the same error for an unknown token, post and author', async () => {
    await expect(readPreviewed('token')).rejects.toEqual(UNKNOWN);
    plantPreview();
    await expect(readPreviewed('token')).rejects.toEqual(UNKNOWN);
    plantDraft();
    plantPreview({ created_by: AUTHOR + 1 });
    await expect(readPreviewed('token')).rejects.toEqual(UNKNOWN);
  });

  it('throws other errors as they are', async () => {
    plantPreview({ created_by: AUTHOR + 1 });
    database.on(QueryCommand).rejects(new Error('no connection'));
    await expect(readPreviewed('token')).rejects.toThrow('no connection');
  });
});

it('revokePreview() throws the same error when the draft is purged, and deletes nothing', async () => {
  plantPreview();
  await expect(revokePreview('token', ADMIN)).rejects.toEqual(UNKNOWN);
  expect(consistent).toEqual([true, true]);
  expect(database.calls()).toHaveLength(2);
});

it('createPreview() reads the draft consistently, and throws one error for a published and an unknown post', async () => {
  plant(postKey(7), recordItem(postKey(7), 1, postRecord({ status: 'published' })));
  for (const id of [7, 8])
    await expect(createPreview(id, { lifeS: 60 }, ADMIN)).rejects.toEqual(
      new NotFound(`There is no draft with the id ${id}`),
    );
  expect(consistent).toEqual([true, true]);
});
