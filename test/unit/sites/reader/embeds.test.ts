import { describe, expect, it } from 'vitest';
import { toEmbed } from '../../../../infra/sites/reader/body/embeds.ts';

describe('toEmbed()', () => {
  const TWEET = 'https://platform.twitter.com/embed/Tweet.html?id=20';

  it.each([
    ['of a tweet', TWEET, 'A tweet', 'https://x.com/i/web/status/20'],
    [
      'of a tweet whose address is its title',
      TWEET,
      'https://twitter.com/jack/status/20',
      'https://twitter.com/jack/status/20',
    ],
    [
      'of a tweet with the title of another',
      TWEET,
      'https://x.com/jack/status/21',
      'https://x.com/i/web/status/20',
    ],
    [
      'of a post on Facebook',
      'https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Fcourier%2Fposts%2F12345&show_text=true',
      '',
      'https://www.facebook.com/courier/posts/12345',
    ],
  ])('leads from the frame %s to the page of the post', (_what, address, title, page) => {
    expect(toEmbed(address, title)).toMatchObject({ page, player: address, shape: 'post' });
  });

  it('takes no address for a title', () => {
    expect(toEmbed(TWEET, 'https://twitter.com/jack/status/20')?.title).toBe('');
    expect(toEmbed(TWEET, 'just setting up my twttr')?.title).toBe('just setting up my twttr');
  });
});
