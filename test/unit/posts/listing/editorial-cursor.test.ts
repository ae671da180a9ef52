import { describe, expect, it } from 'vitest';
import { idAt, isPosition, makePosition } from '../../../../shared/platform/values/position.ts';
import {
  isEditorialPosition,
  editorialPosition,
  positionsAfter,
} from '../../../../shared/posts/listing/editorial-order.ts';

const places = [31, 7, 2 ** 53 - 1].map(editorialPosition);

describe('editorialPosition() and positionsAfter()', () => {
  it('editorialPosition() contains the id and differs from the position of any date', () => {
    for (const place of places) expect([isPosition(place), isEditorialPosition(place)]).toEqual([true, true]);
    expect(places.map(idAt)).toEqual([31, 7, 2 ** 53 - 1]);
    for (const ts of [-3_200_000_000, 0, 1_790_000_000, 5_000_000_000])
      expect(isEditorialPosition(makePosition(ts, 31))).toBe(false);
  });

  it('positionsAfter() continues after the post of the position', () => {
    expect(positionsAfter(undefined, places)).toEqual(places);
    expect(positionsAfter(places[0], places)).toEqual(places.slice(1));
    expect(positionsAfter(places[2], places)).toEqual([]);
  });

  it('positionsAfter() continues with the next index when the post has left the order', () => {
    const left = [places[0]!, editorialPosition(2 ** 53 - 1, 1)];
    expect(positionsAfter(places[1], left)).toEqual([left[1]]);
  });
});
