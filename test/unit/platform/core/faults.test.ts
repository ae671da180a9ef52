import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { InvalidInput } from '../../../../shared/platform/core/errors.ts';
import { describeIssues } from '../../../../shared/platform/core/faults.ts';
import { webAddress } from '../../../../shared/platform/values/addresses.ts';
import { id, imageCrops, timestamp } from '../../../../shared/platform/values/fields.ts';
import { boundedList, text } from '../../../../shared/platform/values/bounds.ts';

function findFaults(schema: v.GenericSchema, value: unknown): string[] {
  const result = v.safeParse(schema, value);
  return result.success ? [] : describeIssues(result.issues);
}

const Everything = v.object({
  headline: text(5),
  count: v.pipe(v.number(), v.integer()),
  open: v.boolean(),
  tags: boundedList(text(3), 3),
  crop: v.object({ top: v.number() }),
  crops: v.optional(imageCrops),
  kind: v.picklist(['a', 'b']),
  id,
  ts: timestamp,
  url: webAddress(),
});

describe('describeIssues()', () => {
  it('lists all faults, each as a sentence that begins with the path of its field', () => {
    expect(
      findFaults(Everything, {
        count: '1',
        open: 'yes',
        tags: ['a', 7, 'long'],
        crop: { top: null },
        crops: { '1x1': [] },
        kind: 'c',
        id: -1,
        ts: 1.5,
        url: 'ftp://x',
      }),
    ).toEqual([
      'headline: is required',
      'count: must be a number',
      'open: must be true or false',
      'tags.1: must be a string',
      'tags.2: must have at most 3 characters',
      'crop.top: must be a number',
      'crops.1x1.top: is required',
      'crops.1x1.left: is required',
      'crops.1x1.height: is required',
      'crops.1x1.width: is required',
      'crops.1x1.imgWidth: is required',
      'crops.1x1.imgHeight: is required',
      'kind: must be one of a, b',
      'id: must be an id: an integer from 0 to 2^53-1',
      'ts: must be Unix seconds, an integer',
      'url: must be an http(s) URL',
    ]);
  });

  it.each([null, 'text', 7, []])('names the body when it is %j', value => {
    expect(findFaults(v.object({ headline: text(5) }), value)).toEqual(
      Array.isArray(value) ? ['headline: is required'] : ['must be an object'],
    );
  });

  it('lists the unknown settings of a closed object', () => {
    const Closed = v.strictObject({ a: v.optional(v.string()) });
    expect(findFaults(Closed, { a: 'x', b: 1 })).toEqual(['b: is not a known setting']);
    expect(findFaults(Closed, 'text')).toEqual(['must be an object']);
  });

  it('names each fault once; InvalidInput lists 20 of them and counts the others', () => {
    const wrong = Array.from({ length: 100 }, (_, index) => index);
    const { messages } = new InvalidInput(findFaults(boundedList(text(3), 100), wrong));
    expect(messages).toHaveLength(21);
    expect(messages.slice(-2)).toEqual(['19: must be a string', 'and 80 more']);
    expect(new InvalidInput(['a'], { unlisted: 3 }).messages).toEqual(['a', 'and 3 more']);
    const twenty = wrong.slice(0, 20).map(String);
    expect(new InvalidInput(twenty).messages).toEqual(twenty);
  });

  it('reports only the size of a value that is too large', () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`${index}`, 0]));
    expect(findFaults(v.object({ tags: boundedList(text(3), 2) }), { tags: [1, 2, 3] })).toEqual([
      'tags: must have at most 2 items',
    ]);
    expect(findFaults(imageCrops, many)).toEqual(['must have at most 50 entries']);
    expect(findFaults(v.pipe(text(3), v.regex(/^b/, 'must begin with b')), 'aaaa')).toEqual([
      'must have at most 3 characters',
    ]);
  });

  it('stops after some thousand faults of one list, which limits the memory', () => {
    const crop = { sizes: Array.from({ length: 50 }, () => 0) };
    const crops = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}`, crop]));
    const many = Array.from({ length: 500 }, () => crops);
    const { issues = [] } = v.safeParse(boundedList(imageCrops, 500), many);
    expect(issues.length).toBeGreaterThanOrEqual(1000);
    expect(issues.length).toBeLessThan(3000);
  });

  it('shortens the long name of a field', () => {
    const [fault] = findFaults(imageCrops, { ['x'.repeat(100_000)]: {} });
    expect(fault?.length).toBeLessThan(300);
  });
});
