import { routes, type RouteName } from '../../../functions/routes/index.ts';
import type { Route } from '../../../functions/runtime/route.ts';
import { FOLLOW_UPS } from './follow-ups.ts';
import { sum, times, type Usage } from './prices.ts';

/** The AWS calls of a request, as infra/sites/reference/costs.ts has them for each endpoint. */
export interface Budget {
  trips: number;
  read: number;
  write: number;
}

/** The default memory of a function (infra/stack/function.ts). */
export const MEMORY_MB = 512;
/** The memory at which a function has a whole processor. With less it has a proportional share. */
const WHOLE_PROCESSOR_MB = 1769;
/** A call to DynamoDB from its region, including the SDK. */
const TRIP_MS = 6;
/** The share of requests with a cold start, which adds imports and connections. */
const COLD_SHARE = 0.01;
const COLD_MS = 400;
/** The log lines of Lambda (three), the function and the gateway. */
const LOG_GB = 1.2e-6;

/** Processor time of a request, in milliseconds on a whole processor. */
const BUSY_MS = { one: 2, list: 6, write: 6, file: 80 } as const;
/** The size of a response in kilobytes. */
const ANSWER_KB = { one: 6, list: 40, write: 6, file: 4 } as const;
const EMPTY_ANSWER_KB = 0.5;

/** Calls to other services than the table. */
const OBJECTS: Partial<Record<RouteName, Usage>> = {
  // The content bucket reports the uploaded object when it is put and when it expires.
  'uploads/create': { s3Events: 2 },
  'images/create': { s3Gets: 2, s3Puts: 2 },
  'images/edit': { s3Gets: 1, s3Puts: 1 },
  'documents/create': { s3Gets: 3, s3Puts: 1 },
  'documents/edit': { s3Gets: 3, s3Puts: 1 },
};

const LISTS = new Set<RouteName>([
  'posts/list',
  'posts/frontpage',
  'posts/section',
  'posts/search',
  'posts/tag',
  'posts/author',
  'posts/page-views',
  'drafts/list',
  'scheduled_posts/list',
  'dam/list',
]);
const FILES = new Set<RouteName>([
  'images/create',
  'images/edit',
  'documents/create',
  'documents/edit',
  'scraper/get',
]);

/** Endpoints that answer `{}`. */
const SILENT = new Set<RouteName>([
  'posts/record-page-views',
  'likes/create',
  'likes/delete',
  'follows/follow',
  'follows/unfollow',
]);

function classifyRoute(name: RouteName): keyof typeof BUSY_MS {
  if (FILES.has(name)) return 'file';
  if (LISTS.has(name)) return 'list';
  return routes[name].method === 'GET' ? 'one' : 'write';
}

function answerKb(name: RouteName): number {
  return SILENT.has(name) ? EMPTY_ANSWER_KB : ANSWER_KB[classifyRoute(name)];
}

function getMemory({ memoryMb = MEMORY_MB }: Route): number {
  return memoryMb;
}

/** How long a request occupies Lambda, on average. */
export function durationMs(name: RouteName, { trips }: Budget): number {
  const busy = BUSY_MS[classifyRoute(name)] * Math.max(1, WHOLE_PROCESSOR_MB / getMemory(routes[name]));
  return trips * TRIP_MS + busy + COLD_SHARE * COLD_MS;
}

/** The usage of a function with this memory and duration. */
export function lambdaUsage(memoryMb: number, ms: number): Usage {
  return {
    lambdaRequests: 1,
    lambdaGbSeconds: (memoryMb / 1024) * (ms / 1000),
  };
}

/** The usage of one request and its follow-ups. `reader`: with a read-only key, which halves the read units. */
export function estimateUsage(name: RouteName, budget: Budget, { reader = false } = {}): Usage {
  return sum(
    { httpRequests: 1, logGb: LOG_GB, apiGb: answerKb(name) / 1e6 },
    lambdaUsage(getMemory(routes[name]), durationMs(name, budget)),
    { readUnits: reader ? budget.read / 2 : budget.read, writeUnits: budget.write },
    OBJECTS[name] ?? {},
    ...(FOLLOW_UPS[name] ?? []).map(({ often, usage }) => times(often, usage)),
  );
}
