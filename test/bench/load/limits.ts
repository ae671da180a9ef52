/**
 * What AWS grants, and what the design makes of it: each is a bucket that so much flows into each second. The numbers are of the
 * developer guides of API Gateway (quotas), Lambda (scaling), DynamoDB (partition keys, on-demand mode) and EventBridge Scheduler
 * (quotas), as of November 2026, for an account that has asked for no more. A partition may for some minutes bear a little more,
 * which is not counted on.
 */
export interface Limit {
  /** Units a second. */
  rate: number;
  /** What may have gathered when nothing was asked for. */
  burst: number;
  /** The table's own: twice what it has borne half an hour ago or before, within `rate` and the account's quota. */
  growsTo?: number;
  /** A setting, which is raised before it refuses: it is only told how far it would have been used. */
  isSetting?: boolean;
}

function limit(rate: number, burst = rate): Limit {
  return { rate, burst };
}

const WRITES = 1_000;
const READS = 3_000;

export const LIMITS = {
  // `throttling` of the deployment, as long as nobody has set it.
  'own throttling: requests': { ...limit(500, 1_000), isSetting: true },
  'API Gateway: requests': limit(10_000, 5_000),
  'Lambda: running at once': limit(1_000),
  'table: read units': { ...limit(12_000), growsTo: 40_000 },
  'table: write units': { ...limit(4_000), growsTo: 40_000 },
  // POST#<id>/views: the counter is one item.
  'one post: views counted': limit(WRITES),
  // POST#<id>: read with each list that shows the post, and by itself.
  'one post: read units': limit(READS),
  // VIEWS#hour#<hour>#<shard>: four partitions.
  'views of the hour': limit(4 * WRITES),
  // T#published and its like.
  'one timeline: read units': limit(READS),
  'one timeline: write units': limit(WRITES),
  // Transactions on the counter of a post's likes, one after the other.
  'one post: likes': limit(40),
  'outbox: write units': limit(WRITES),
  'Scheduler: invocations': limit(1_000),
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** Posts of real length that the outbox worker indexes in a second; more of them wait. */
export const INDEXED_A_SECOND = 37;
