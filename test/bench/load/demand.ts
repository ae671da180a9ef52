import type { RouteName } from '../../../functions/routes/index.ts';
import { INDEXING } from '../../../infra/dev/cost/follow-ups.ts';
import { DAYS_A_MONTH, estimateTraffic, type Newsroom } from '../../../infra/dev/cost/newsrooms.ts';
import { durationMs } from '../../../infra/dev/cost/requests.ts';
import { PUBLISH_MS } from '../../../shared/posts/counters/views/count.ts';
import { HOT_UPDATES_A_SECOND } from '../../../shared/posts/counters/views/hot-posts.ts';
import { SHARDS } from '../../../shared/posts/counters/views/record.ts';
import { COSTS } from '../../../infra/sites/reference/costs.ts';
import type { LimitName } from './limits.ts';
import {
  DAY_S,
  editorsAt,
  readersAt,
  SCHEDULED_AT,
  PUBLISHED_A_SECOND,
  PUBLISHERS,
  SCHEDULED_THEN,
  WAITING_S,
} from './shape.ts';

type Uses = Partial<Record<LimitName, number>>;

/** One kind of request: its rate per second, and the tokens that each request takes. */
export interface Demand {
  name: string;
  at: (second: number, isNewsDay: boolean) => number;
  uses: Uses;
  /** Set when the function repeats what the table refuses, and for the number of them that ask per second at most. */
  repeated?: { maxASecond: number };
  /** The write units that the outbox worker later needs in the search index. */
  leaves?: number;
}

/** A list reads the record, the content and both counters of each post. */
const UNITS_A_LISTED_POST = 4;
/** The request puts the item with the post; the worker moves it (a transaction of two) to lease it, and deletes it. */
const OUTBOX_UNITS_PUT = 2;
export const OUTBOX_UNITS_DONE = 6;

function request(name: RouteName, { reader = false } = {}): Uses {
  const budget = COSTS[name]!;
  return {
    'own throttling: requests': 1,
    'API Gateway: requests': 1,
    'Lambda: running at once': durationMs(name, budget) / 1000,
    'table: read units': reader ? budget.read / 2 : budget.read,
    'table: write units': budget.write,
  };
}

/** The units of a published or edited post in addition to the request's own. */
const SAVED: Uses = {
  'outbox: write units': OUTBOX_UNITS_PUT,
  'one timeline: write units': 2,
  'version guards of the sections': 1,
};

/**
 * The updates of a post's total per second. Those of an ordinary post are its views; those of a hot post are the publications of each
 * process, and the views in processes that do not know yet that it is hot, for which the rate at which a post becomes hot is taken.
 */
export function totalUpdates(viewsASecond: number, viewMs: number): number {
  const publications = (viewsASecond * viewMs * SHARDS) / PUBLISH_MS;
  return Math.min(viewsASecond, HOT_UPDATES_A_SECOND + publications);
}

function plus(...all: readonly Uses[]): Uses {
  const total: Uses = {};
  for (const [name, units] of all.flatMap(uses => Object.entries(uses) as [LimitName, number][]))
    total[name] = (total[name] ?? 0) + units;
  return total;
}

/** The demands of a newsroom, multiplied by `factor`. */
export function listDemands(newsroom: Newsroom, factor: number, cachedShare?: number): Demand[] {
  const { readers, editors } = estimateTraffic(newsroom, cachedShare);
  const aSecond = (count = 0): number => (count * factor) / DAYS_A_MONTH / DAY_S;
  const onOne =
    (count?: number): Demand['at'] =>
    (second, news) => {
      const { times, onOnePost } = readersAt(second, news);
      return aSecond(count) * times * onOnePost;
    };
  const onOthers =
    (count?: number): Demand['at'] =>
    (second, news) => {
      const { times, onOnePost } = readersAt(second, news);
      return aSecond(count) * times * (1 - onOnePost);
    };
  const byReaders =
    (count?: number): Demand['at'] =>
    (second, news) =>
      aSecond(count) * readersAt(second, news).times;
  const byEditors =
    (count?: number): Demand['at'] =>
    second =>
      aSecond(count) * editorsAt(second);

  const view = request('posts/record-page-views', { reader: true });
  const viewMs = 1000 * (view['Lambda: running at once'] ?? 0);
  const viewsOfOne = onOne(readers['posts/record-page-views']);
  const lists = (readers['posts/section'] ?? 0) + (readers['posts/frontpage'] ?? 0);
  const scheduled = ((editors['scheduled_posts/schedule'] ?? 0) / DAYS_A_MONTH) * factor * SCHEDULED_THEN;
  return [
    {
      name: 'views of the post in the news',
      at: viewsOfOne,
      uses: plus(view, {
        'table: write units': -1,
        'one post: read units': 0.5,
        'views of the hour': 1,
      }),
    },
    {
      name: 'updates of its total',
      at: (second, news) => totalUpdates(viewsOfOne(second, news), viewMs),
      uses: { 'table: write units': 1, 'one post: views counted': 1 },
    },
    {
      name: 'other views',
      at: onOthers(readers['posts/record-page-views']),
      uses: plus(view, { 'views of the hour': 1 }),
    },
    {
      name: 'the post in the news',
      at: onOne(readers['posts/get']),
      uses: plus(request('posts/get', { reader: true }), { 'one post: read units': 0.5 }),
    },
    { name: 'other posts', at: onOthers(readers['posts/get']), uses: request('posts/get', { reader: true }) },
    {
      name: 'lists',
      at: byReaders(lists),
      uses: plus(request('posts/frontpage', { reader: true }), {
        'one post: read units': UNITS_A_LISTED_POST / 2,
        'one timeline: read units': 0.5,
      }),
    },
    {
      name: 'searches',
      at: byReaders(readers['posts/search']),
      uses: request('posts/search', { reader: true }),
    },
    {
      name: 'likes of the post in the news',
      at: onOne(editors['likes/create']),
      uses: plus(request('likes/create'), { 'one post: likes': 1 }),
    },
    { name: 'other likes', at: onOthers(editors['likes/create']), uses: request('likes/create') },
    {
      name: 'editors’ lists',
      at: byEditors((editors['posts/list'] ?? 0) + (editors['drafts/list'] ?? 0)),
      uses: plus(request('posts/list'), {
        'one post: read units': UNITS_A_LISTED_POST,
        'one timeline: read units': 1,
      }),
    },
    {
      name: 'drafts',
      at: byEditors(editors['drafts/create']),
      uses: plus(request('drafts/create'), { 'one timeline: write units': 2 }),
    },
    {
      name: 'publications',
      at: byEditors(editors['drafts/edit']),
      uses: plus(request('drafts/edit'), SAVED),
      leaves: INDEXING.published.writeUnits,
      repeated: { maxASecond: Infinity },
    },
    {
      name: 'edits',
      at: byEditors(editors['posts/edit']),
      uses: plus(request('posts/edit'), SAVED),
      leaves: INDEXING.edited.writeUnits,
      repeated: { maxASecond: Infinity },
    },
    {
      name: 'schedule of the minute',
      at: second => (second === SCHEDULED_AT - 180 ? 1 : 0),
      uses: { 'Scheduler: invocations': 1 },
    },
    {
      name: 'waiting publishers',
      at: second => (second >= SCHEDULED_AT - WAITING_S && second < SCHEDULED_AT ? PUBLISHERS : 0),
      uses: { 'Lambda: running at once': 1 },
    },
    {
      name: 'scheduled publications',
      at: second => (second === SCHEDULED_AT ? scheduled : 0),
      uses: plus(
        { 'table: write units': COSTS['drafts/edit']!.write, 'Lambda: running at once': 0.05 },
        SAVED,
      ),
      leaves: INDEXING.published.writeUnits,
      repeated: { maxASecond: PUBLISHED_A_SECOND },
    },
  ];
}
