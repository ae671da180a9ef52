import type { RouteName } from '../../../../functions/routes/index.ts';
import type { Example } from '../example.ts';

const XML = ['application/xml'];

export const feeds = {
  'feeds/get': {
    says: 'Gets the feed of the section about the harbour as RSS.',
    notes:
      'The items are the newest public posts, for a key too. The setting `feeds` has their number, whether they contain whole posts, made safe as `body_html` with `safe=1` is, and a WebSub hub.',
    path: { format: 'rss.xml' },
    query: { section: 'Harbour' },
    types: ['application/rss+xml', 'application/atom+xml', 'application/feed+json'],
  },
  'sitemaps/index': {
    says: 'Gets the addresses of all sitemaps.',
    notes: 'It names the sitemap of the news, and one for each month from that of the oldest public post on.',
    types: XML,
  },
  'sitemaps/news': {
    says: 'Gets the posts of the last two days, as Google News reads them.',
    notes: 'It has at most 1,000 posts, the newest ones.',
    types: XML,
  },
  'sitemaps/month': {
    says: 'Gets the posts of January 2020, of which there are none.',
    notes:
      'It has at most 10,000 posts, the newest ones, with their lead images. A month without posts names the front page.',
    path: { file: '2020-01.xml' },
    types: XML,
  },
} satisfies Partial<Record<RouteName, Example>>;
