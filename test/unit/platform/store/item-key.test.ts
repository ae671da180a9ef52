import { describe, expect, it } from 'vitest';
import { itemKey } from '../../../../shared/platform/store/item-key.ts';

describe('itemKey', () => {
  const key = itemKey('LIKE#<post>#<author>', 'of#<post>#<name>', 'like');

  it('fills the templates with the values in their order, and pads numbers in sort keys', () => {
    expect(key(7, 8, 9, 'x')).toEqual({ pk: 'LIKE#7#8', sk: 'of#0000000000000009#x' });
  });

  it('makes partition and sort key alone', () => {
    expect([key.partition(7, 8), key.sortKey('a', 1)]).toEqual(['LIKE#7#8', 'of#a#0000000000000001']);
  });

  it('names all partitions as the pattern of a policy', () => {
    expect([key.partitions, itemKey('VIEWS', '<span>', 'mark').partitions]).toEqual(['LIKE#*', 'VIEWS']);
  });
});
