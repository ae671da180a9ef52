import type { EmbedName } from '../../library/media/embed-shortcode.ts';

/**
 * A provider of embeddable pages. To support another one, add a row to PROVIDERS.
 *
 * `addresses` are matched against host, path and query together, without "www.", "m." and "mobile." at the beginning of the host. Only the
 * named groups of an address are used, so each group must match safe characters only. In `page` and `frame`, `{name}` is a group and
 * `{page}` the page's percent-encoded address; a part in `[…]` is omitted when a group in it is undefined.
 */
export interface Provider {
  /** The answer's shortcode_adapter. */
  readonly adapter: string;
  readonly shortcode: EmbedName;
  readonly kind: 'video' | 'audio' | 'post';
  readonly addresses: readonly RegExp[];
  /** The page's address in the shortcode. */
  readonly page: string;
  /** The iframe's address, and its size in pixels. */
  readonly frame: string;
  readonly size: readonly [number, number];
  /** The provider's oEmbed endpoint, if it has a public one. */
  readonly oembed?: string;
}

const WIDE = [640, 360] as const;
const POST = [550, 600] as const;

export const PROVIDERS: readonly Provider[] = [
  {
    adapter: 'youtube',
    shortcode: 'youtube',
    kind: 'video',
    addresses: [
      /^(?:music\.)?youtube\.com\/watch\/?\?(?:[^#]*&)?v=(?<id>[\w-]{11})(?![\w-])/,
      /^youtube(?:-nocookie)?\.com\/(?:embed|shorts|live|v|e)\/(?!videoseries)(?<id>[\w-]{11})(?![\w-])/,
      /^youtu\.be\/(?<id>[\w-]{11})(?![\w-])/,
    ],
    page: 'https://www.youtube.com/watch?v={id}',
    frame: 'https://www.youtube.com/embed/{id}',
    size: WIDE,
    oembed: 'https://www.youtube.com/oembed',
  },
  {
    adapter: 'youtube',
    shortcode: 'youtube',
    kind: 'video',
    addresses: [/^(?:music\.)?youtube\.com\/playlist\?(?:[^#]*&)?list=(?<id>[\w-]{10,60})/],
    page: 'https://www.youtube.com/playlist?list={id}',
    frame: 'https://www.youtube.com/embed/videoseries?list={id}',
    size: WIDE,
    oembed: 'https://www.youtube.com/oembed',
  },
  {
    adapter: 'twitter',
    shortcode: 'twitter_embed',
    kind: 'post',
    addresses: [/^(?<host>twitter|x)\.com\/(?<user>\w{1,20}|i\/web)\/status(?:es)?\/(?<id>\d{1,20})/],
    page: 'https://{host}.com/{user}/status/{id}',
    frame: 'https://platform.twitter.com/embed/Tweet.html?id={id}',
    size: POST,
    oembed: 'https://publish.twitter.com/oembed',
  },
  {
    adapter: 'vimeo',
    shortcode: 'vimeo',
    kind: 'video',
    addresses: [
      /^vimeo\.com\/(?<id>\d{1,15})(?:\/(?<hash>[\da-f]{6,20}))?\/?(?:\?|$)/,
      /^vimeo\.com\/(?:channels\/[\w-]+|(?:groups|album|showcase)\/[\w-]+\/videos?)\/(?<id>\d{1,15})/,
      /^player\.vimeo\.com\/video\/(?<id>\d{1,15})(?:\?(?:[^#]*&)?h=(?<hash>[\da-f]{6,20}))?/,
    ],
    page: 'https://vimeo.com/{id}[/{hash}]',
    frame: 'https://player.vimeo.com/video/{id}[?h={hash}]',
    size: WIDE,
    oembed: 'https://vimeo.com/api/oembed.json',
  },
  {
    adapter: 'instagram',
    shortcode: 'instagram',
    kind: 'post',
    addresses: [/^instagram\.com\/(?:[\w.]{1,40}\/)?(?<form>p|reel|tv)\/(?<id>[\w-]{5,40})/],
    page: 'https://www.instagram.com/{form}/{id}/',
    frame: 'https://www.instagram.com/{form}/{id}/embed/',
    size: POST,
  },
  {
    adapter: 'facebook',
    shortcode: 'facebook',
    kind: 'video',
    addresses: [
      /^facebook\.com\/(?<place>[\w.-]{1,80}\/videos\/)(?:[\w.-]{1,80}\/)?(?<id>\d{5,25})/,
      /^facebook\.com\/(?<place>reel\/)(?<id>\d{5,25})/,
      /^facebook\.com\/(?<place>watch\/?)(?:live\/?)?\?(?:[^#]*&)?(?<query>v=)(?<id>\d{5,25})/,
    ],
    page: 'https://www.facebook.com/{place}[?{query}]{id}',
    frame: 'https://www.facebook.com/plugins/video.php?href={page}&show_text=false',
    size: WIDE,
  },
  {
    adapter: 'facebook',
    shortcode: 'facebook',
    kind: 'post',
    addresses: [
      /^facebook\.com\/(?<path>[\w.-]{1,80}\/(?:posts|photos)\/(?:[\w.-]{1,120}\/)?[\w.-]{5,120})/,
      /^facebook\.com\/(?<path>groups\/[\w.-]{1,80}\/(?:posts|permalink)\/\d{5,25})/,
      /^facebook\.com\/(?<path>(?:permalink|story)\.php\?story_fbid=[\w-]{5,120}&id=\d{3,25})/,
      /^facebook\.com\/(?<path>photo(?:\.php|\/)?\?fbid=\d{5,25})/,
    ],
    page: 'https://www.facebook.com/{path}',
    frame: 'https://www.facebook.com/plugins/post.php?href={page}&show_text=true',
    size: POST,
  },
  {
    adapter: 'tiktok',
    shortcode: 'tiktok',
    kind: 'video',
    addresses: [/^tiktok\.com\/@(?<user>[\w.-]{1,40})\/(?<form>video|photo)\/(?<id>\d{5,25})/],
    page: 'https://www.tiktok.com/@{user}/{form}/{id}',
    frame: 'https://www.tiktok.com/embed/v2/{id}',
    size: [325, 740],
    oembed: 'https://www.tiktok.com/oembed',
  },
  {
    adapter: 'spotify',
    shortcode: 'spotify',
    kind: 'audio',
    addresses: [
      /^open\.spotify\.com\/(?:intl-[a-z-]{2,8}\/)?(?:embed\/)?(?<form>album|artist|episode|playlist|show|track)\/(?<id>[A-Za-z\d]{10,40})/,
    ],
    page: 'https://open.spotify.com/{form}/{id}',
    frame: 'https://open.spotify.com/embed/{form}/{id}',
    size: [640, 352],
    oembed: 'https://open.spotify.com/oembed',
  },
  {
    adapter: 'soundcloud',
    shortcode: 'soundcloud',
    kind: 'audio',
    addresses: [
      /^soundcloud\.com\/(?!(?:discover|search|you|charts|stream|upload|pages|stations|settings)\/)(?<path>[\w-]{1,80}\/(?:sets\/)?(?!(?:tracks|albums|sets|reposts|likes|followers|following|popular-tracks)(?:[/?]|$))[\w-]{1,120})/,
    ],
    page: 'https://soundcloud.com/{path}',
    frame: 'https://w.soundcloud.com/player/?url={page}',
    size: [640, 166],
    oembed: 'https://soundcloud.com/oembed',
  },
  {
    adapter: 'reddit',
    shortcode: 'reddit',
    kind: 'post',
    addresses: [
      /^(?:old\.|new\.)?reddit\.com\/(?<place>(?:r|user)\/[\w-]{1,40})\/comments\/(?<id>[a-z\d]{2,12})(?:\/(?<slug>\w{1,120}))?/,
    ],
    page: 'https://www.reddit.com/{place}/comments/{id}/[{slug}/]',
    frame: 'https://embed.reddit.com/{place}/comments/{id}/[{slug}/]',
    size: [640, 500],
    oembed: 'https://www.reddit.com/oembed',
  },
  {
    adapter: 'bluesky',
    shortcode: 'bluesky',
    kind: 'post',
    addresses: [/^bsky\.app\/profile\/(?<user>[\w.:-]{3,100})\/post\/(?<id>[a-z\d]{5,30})/],
    page: 'https://bsky.app/profile/{user}/post/{id}',
    frame: 'https://embed.bsky.app/embed/{user}/app.bsky.feed.post/{id}',
    size: POST,
    oembed: 'https://embed.bsky.app/oembed',
  },
  {
    adapter: 'dailymotion',
    shortcode: 'dailymotion',
    kind: 'video',
    addresses: [
      /^dailymotion\.com\/(?:embed\/)?video\/(?<id>x[a-z\d]{3,12})/,
      /^geo\.dailymotion\.com\/player(?:\/\w{1,20})?\.html\?(?:[^#]*&)?video=(?<id>x[a-z\d]{3,12})/,
      /^dai\.ly\/(?<id>x[a-z\d]{3,12})/,
    ],
    page: 'https://www.dailymotion.com/video/{id}',
    frame: 'https://geo.dailymotion.com/player.html?video={id}',
    size: WIDE,
    oembed: 'https://www.dailymotion.com/services/oembed',
  },
];
