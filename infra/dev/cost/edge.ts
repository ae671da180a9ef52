import { DAYS_A_MONTH, type Newsroom } from './newsrooms.ts';
import { computeDollars, PRICES, sum, times, type Usage } from './prices.ts';

/** Page, style sheet and one request of a program for each page view. */
const REQUESTS_A_VIEW = 2;
const GB_A_VIEW = 20e-6;

/** The job, and the wait of its worker until a page has left the memory of the functions: three seconds of 512 MB. */
const INVALIDATION: Usage = { lambdaRequests: 1, lambdaGbSeconds: 1.5, readUnits: 6, writeUnits: 10 };

/**
 * The addresses that show a post: its own, the former one, the front page, the lists of 2 sections, 5 tags and 2 authors in the site and their
 * feeds in 3 formats, the month, 3 sitemaps, and 2 wildcards for the API.
 */
const ADDRESSES = 2 + 1 + 9 + 3 * 10 + 1 + 3 + 2;
/** Pictures that readers ask for while the next one changes a post, and the places where CloudFront keeps them. */
const HOT_PICTURES = 200 * 4;

/** Changes of what readers see: a publication, and the saves that follow it. */
export function countChanges({ postsADay, editsAPost }: Newsroom): number {
  return postsADay * DAYS_A_MONTH * (1 + editsAPost);
}

/**
 * An upper bound of what the edge adds to a month: each change is invalidated alone, and requests that no longer reach the API are not
 * subtracted.
 */
export function sumEdge(newsroom: Newsroom): Usage {
  const changes = countChanges(newsroom);
  const requests = newsroom.viewsAMonth * REQUESTS_A_VIEW;
  return sum(
    { cdnRequests: requests, cdnFunctions: requests, cdnGb: newsroom.viewsAMonth * GB_A_VIEW, secrets: 1 },
    times(changes, sum(INVALIDATION, { cdnInvalidations: 1 })),
  );
}

/** Dollars a month for the ways in which an invalidation can name what changed. */
export function compareWays(newsroom: Newsroom): Readonly<Record<string, number>> {
  const changes = countChanges(newsroom);
  const toDollars = (usage: Usage): number => computeDollars(usage, PRICES, true);
  return {
    'one tag of all public answers': toDollars({ cdnInvalidations: changes }),
    'all paths with one wildcard': toDollars({ cdnInvalidations: changes, s3Gets: changes * HOT_PICTURES }),
    'each address': toDollars({ cdnInvalidations: changes * ADDRESSES }),
  };
}
