import { describe, expect, it } from 'vitest';
import { Address, followsHeadline, type Addressed } from '../../../../infra/sites/desk/page/story/address.ts';

const draft: Addressed = {
  headline: 'Bridge',
  status: 'draft',
  manual_basename: '',
  last_published_ts: null,
};

describe('followsHeadline()', () => {
  it.each<[string, Addressed, boolean]>([
    ['a draft', draft, true],
    ['a scheduled story', { ...draft, status: 'scheduled' }, true],
    ['a draft whose attempt ended halfway', { ...draft, manual_basename: '-' }, true],
    ['a draft with a typed address', { ...draft, manual_basename: 'crossing' }, false],
    ['a published story', { ...draft, status: 'published', last_published_ts: 5 }, false],
    ['a draft that was published before', { ...draft, last_published_ts: 5 }, false],
  ])('says of %s whether its address follows the headline', (_, post, follows) => {
    expect(followsHeadline(post)).toBe(follows);
  });
});

describe('Address', () => {
  function open() {
    const written: string[] = [];
    const address = new Address((basename: string) => {
      written.push(basename);
      return Promise.resolve({ ...draft, manual_basename: basename });
    });
    return { address, written };
  }

  it('changes manual_basename and empties it, once for a headline', async () => {
    const { address, written } = open();
    expect(await address.settle(draft)).toEqual(draft);
    expect(written).toEqual(['-', '']);
    expect(await address.settle(draft)).toBeUndefined();
    expect(written).toHaveLength(2);
  });

  it('writes nothing while the headline is the one with which the draft was created', async () => {
    const { address, written } = open();
    address.noteCreated('Bridge');
    expect(await address.settle(draft)).toBeUndefined();
    expect(written).toEqual([]);
    await address.settle({ ...draft, headline: 'Tunnel' });
    expect(written).toEqual(['-', '']);
  });

  it('empties a manual_basename that an earlier attempt has left', async () => {
    const { address, written } = open();
    address.noteCreated('Bridge');
    await address.settle({ ...draft, manual_basename: '-' });
    expect(written).toEqual(['']);
  });
});
