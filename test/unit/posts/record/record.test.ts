import * as v from 'valibot';
import { expect, it } from 'vitest';
import { PostRecord, deriveType } from '../../../../shared/posts/record/record.ts';
import { postRecord } from '../../../support/records/post-record.ts';

it('PostRecord has an object for each crop', () => {
  const crops = (crop: unknown) => ({ ...postRecord(), manual_image_crops: { '1x1': crop } });
  expect([v.is(PostRecord, crops({ x: 1 })), v.is(PostRecord, crops('1'))]).toEqual([true, false]);
});

it.each([
  [{ type: 'recipe', video: 'https://v.test', image_id: 1 }, 'recipe'],
  [{ video: 'https://v.test', image_id: 1 }, 'image'],
  [{ video: 'https://v.test', image_external: 'https://i.test' }, 'image'],
  [{ video: 'https://v.test' }, 'video'],
  [{}, 'page'],
])('deriveType() of %j is %s', (fields, type) => {
  expect(deriveType(postRecord(fields))).toBe(type);
});
