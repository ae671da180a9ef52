/**
 * Limits of AWS and of the design, each modelled as a token bucket. The numbers are from the developer guides of API Gateway (quotas),
 * Lambda (scaling), DynamoDB (partition keys, on-demand mode) and EventBridge Scheduler (quotas), as of November 2026, for an account
 * without raised quotas. The burst capacity of partitions is not counted.
 */
export interface Limit {
  /** Units per second. */
  rate: number;
  /** The size of the bucket. */
  burst: number;
  /** For the table: its capacity grows to twice its previous peak of half an hour or more ago, between `rate` and this. */
  growsTo?: number;
  /** A setting that operators raise in time: the simulation reports its use and refuses nothing. */
  isSetting?: boolean;
}

function limit(rate: number, burst = rate): Limit {
  return { rate, burst };
}

const WRITES = 1_000;
const READS = 3_000;
/** Transactions on one item run one after the other, each for some 25 ms. */
const TRANSACTIONS = 40;

export const LIMITS = {
  // The default of the deployment setting `throttling`.
  'own throttling: requests': { ...limit(500, 1_000), isSetting: true },
  'API Gateway: requests': limit(10_000, 5_000),
  'Lambda: running at once': limit(1_000),
  'table: read units': { ...limit(12_000), growsTo: 40_000 },
  'table: write units': { ...limit(4_000), growsTo: 40_000 },
  // POST#<id>/views: the total is one item.
  'one post: views counted': limit(WRITES),
  // POST#<id>: read alone and with each list that shows the post.
  'one post: read units': limit(READS),
  // VIEWS#hour#<hour>#<shard>: four partitions.
  'views of the hour': limit(4 * WRITES),
  // T#published and similar partitions.
  'one timeline: read units': limit(READS),
  'one timeline: write units': limit(WRITES),
  // The counter of a post's likes.
  'one post: likes': limit(TRANSACTIONS),
  // FENCE#<0…31>: a post's transaction checks one of them.
  'version guards of the sections': limit(32 * TRANSACTIONS),
  'outbox: write units': limit(WRITES),
  'Scheduler: invocations': limit(1_000),
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** The number of posts of real length that the outbox worker indexes per second. */
export const INDEXED_A_SECOND = 37;
