import { describe, expect, it } from 'vitest';
import { findEmbed, buildShortcode } from '../../../../shared/scraper/embeds/embed.ts';

const VIDEO = [
  '[youtube https://www.youtube.com/watch?v=dQw4w9WgXcQ expand=1]',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
];
const TWEET = 'https://platform.twitter.com/embed/Tweet.html?id=20';

const known: readonly (readonly [string, string | undefined, string | undefined])[] = [
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', ...pair(VIDEO)],
  ['http://m.youtube.com/watch?feature=x&v=dQw4w9WgXcQ&t=5', ...pair(VIDEO)],
  ['https://music.youtube.com/watch?v=dQw4w9WgXcQ', ...pair(VIDEO)],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', ...pair(VIDEO)],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', ...pair(VIDEO)],
  ['https://www.youtube.com/live/dQw4w9WgXcQ', ...pair(VIDEO)],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', ...pair(VIDEO)],
  [
    'https://www.youtube.com/playlist?list=PL12345678901',
    '[youtube https://www.youtube.com/playlist?list=PL12345678901 expand=1]',
    'https://www.youtube.com/embed/videoseries?list=PL12345678901',
  ],
  [
    'https://twitter.com/jack/status/20',
    '[twitter_embed https://twitter.com/jack/status/20 expand=1]',
    TWEET,
  ],
  ['https://x.com/jack/status/20?s=1', '[twitter_embed https://x.com/jack/status/20 expand=1]', TWEET],
  [
    'https://mobile.twitter.com/i/web/status/20',
    '[twitter_embed https://twitter.com/i/web/status/20 expand=1]',
    TWEET,
  ],
  [
    'https://vimeo.com/76979871',
    '[vimeo https://vimeo.com/76979871 expand=1]',
    'https://player.vimeo.com/video/76979871',
  ],
  [
    'https://vimeo.com/76979871/abcdef0123',
    '[vimeo https://vimeo.com/76979871/abcdef0123 expand=1]',
    'https://player.vimeo.com/video/76979871?h=abcdef0123',
  ],
  [
    'https://player.vimeo.com/video/76979871?h=abcdef0123',
    '[vimeo https://vimeo.com/76979871/abcdef0123 expand=1]',
    'https://player.vimeo.com/video/76979871?h=abcdef0123',
  ],
  [
    'https://vimeo.com/channels/staffpicks/76979871',
    '[vimeo https://vimeo.com/76979871 expand=1]',
    'https://player.vimeo.com/video/76979871',
  ],
  [
    'https://www.instagram.com/p/CuZ_abc-123/',
    '[instagram https://www.instagram.com/p/CuZ_abc-123/ expand=1]',
    'https://www.instagram.com/p/CuZ_abc-123/embed/',
  ],
  [
    'https://www.instagram.com/jane.doe/reel/CuZ_abc-123/',
    '[instagram https://www.instagram.com/reel/CuZ_abc-123/ expand=1]',
    'https://www.instagram.com/reel/CuZ_abc-123/embed/',
  ],
  [
    'https://www.facebook.com/page/videos/a-name/1234567890/',
    '[facebook https://www.facebook.com/page/videos/1234567890 expand=1]',
    'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fpage%2Fvideos%2F1234567890&show_text=false',
  ],
  [
    'https://www.facebook.com/watch/?v=1234567890',
    '[facebook https://www.facebook.com/watch/?v=1234567890 expand=1]',
    'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fwatch%2F%3Fv%3D1234567890&show_text=false',
  ],
  [
    'https://m.facebook.com/page/posts/pfbid02abc',
    '[facebook https://www.facebook.com/page/posts/pfbid02abc expand=1]',
    'https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Fpage%2Fposts%2Fpfbid02abc&show_text=true',
  ],
  [
    'https://www.tiktok.com/@jane.doe/video/7000000000000000000',
    '[tiktok https://www.tiktok.com/@jane.doe/video/7000000000000000000 expand=1]',
    'https://www.tiktok.com/embed/v2/7000000000000000000',
  ],
  [
    'https://open.spotify.com/intl-de/track/4uLU6hMCjMI75M1A2tKUQC?si=x',
    '[spotify https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC expand=1]',
    'https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC',
  ],
  [
    'https://soundcloud.com/forss/flickermood',
    '[soundcloud https://soundcloud.com/forss/flickermood expand=1]',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fflickermood',
  ],
  [
    'https://soundcloud.com/forss/sets/soulhack',
    '[soundcloud https://soundcloud.com/forss/sets/soulhack expand=1]',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fsets%2Fsoulhack',
  ],
  [
    'https://old.reddit.com/r/pics/comments/abc123/a_title/',
    '[reddit https://www.reddit.com/r/pics/comments/abc123/a_title/ expand=1]',
    'https://embed.reddit.com/r/pics/comments/abc123/a_title/',
  ],
  [
    'https://www.reddit.com/r/pics/comments/abc123/',
    '[reddit https://www.reddit.com/r/pics/comments/abc123/ expand=1]',
    'https://embed.reddit.com/r/pics/comments/abc123/',
  ],
  [
    'https://bsky.app/profile/jane.bsky.social/post/3kabcdefghi2x',
    '[bluesky https://bsky.app/profile/jane.bsky.social/post/3kabcdefghi2x expand=1]',
    'https://embed.bsky.app/embed/jane.bsky.social/app.bsky.feed.post/3kabcdefghi2x',
  ],
  [
    'https://www.dailymotion.com/video/x8abcde',
    '[dailymotion https://www.dailymotion.com/video/x8abcde expand=1]',
    'https://geo.dailymotion.com/player.html?video=x8abcde',
  ],
  [
    'https://dai.ly/x8abcde',
    '[dailymotion https://www.dailymotion.com/video/x8abcde expand=1]',
    'https://geo.dailymotion.com/player.html?video=x8abcde',
  ],
];

function pair([shortcode, frame]: readonly string[]): [string | undefined, string | undefined] {
  return [shortcode, frame];
}

describe('findEmbed()', () => {
  it.each(known)('recognises %s', (address, shortcode, frame) => {
    const embed = findEmbed(address);
    expect(embed?.frameUrl).toBe(frame);
    expect(embed && buildShortcode(embed, '').shortcode).toBe(shortcode);
  });

  it.each([
    'https://www.youtube.com/',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQtoolong',
    'https://www.youtube.com/@channel',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/?https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://notyoutube.com/watch?v=dQw4w9WgXcQ',
    'https://x.com/jack',
    'https://vimeo.com/categories/76979871',
    'https://soundcloud.com/discover/sets',
    'https://soundcloud.com/forss/tracks',
    'https://open.spotify.com/user/jane',
    'ftp://youtu.be/dQw4w9WgXcQ',
    'javascript:https://youtu.be/dQw4w9WgXcQ',
    'https://bsky.app/profile/jane"><script>/post/3kabcdefghi2x',
    `https://youtu.be/dQw4w9WgXcQ?${'x'.repeat(3000)}`,
    'not an address',
  ])('does not recognise %s', address => expect(findEmbed(address)).toBeUndefined());
});

describe('buildShortcode()', () => {
  const embed = findEmbed('https://youtu.be/dQw4w9WgXcQ');

  it('returns a stable id and generated markup', () => {
    const shortcode = embed && buildShortcode(embed, 'Title');
    expect(shortcode).toMatchObject({
      shortcode_adapter: 'youtube',
      shortcode_id: expect.stringMatching(/^[\da-f]{32}$/) as string,
    });
    expect(shortcode).toEqual(embed && buildShortcode(embed, 'Title'));
    expect(shortcode?.media_html).toContain(
      '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="Title"',
    );
  });

  it('escapes text from the page', () => {
    const html = embed && buildShortcode(embed, '"><script>alert(1)</script>&').media_html;
    expect(html).toContain('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;"');
    expect(html).not.toContain('<script');
  });
});
