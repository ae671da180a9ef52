import { nowMs } from './clock.ts';
import { environment } from './environment.ts';

export const NAMESPACE = 'Broadsheet';

/**
 * Everything that is measured beside what AWS measures itself: what alarms need, and no more. Each is one metric of CloudWatch's, for
 * 0.30 dollars a month; with the count of throttled requests (infra/stack/observability) 1.80 in all, and nothing where the account has
 * no others, since the first ten are free.
 */
const UNITS = {
  /** How long the oldest due outbox item has waited. */
  OutboxAge: 'Seconds',
  /** Outbox items that have failed several times in a row. */
  OutboxFailing: 'Count',
  /** Scheduled posts whose time has come and that can't be published. */
  OverdueSchedules: 'Count',
  /** Of a scheduled post, when it was published. */
  PublishLateness: 'Seconds',
  /** Images of which there will be no thumbnails. */
  ThumbnailsFailed: 'Count',
} as const;

export type MetricName = keyof typeof UNITS;

/** Where no service is named, as on this machine, nothing is measured. */
export function isMeasured(): boolean {
  return environment().SERVICE !== undefined;
}

/**
 * One line in CloudWatch's embedded metric format, which becomes metrics once it is in a log.
 */
export function writeMetrics(values: Readonly<Partial<Record<MetricName, number>>>): void {
  const service = environment().SERVICE;
  if (service === undefined) return;
  const metrics = Object.entries(UNITS)
    .filter(([name]) => name in values)
    .map(([Name, Unit]) => ({ Name, Unit }));
  if (metrics.length === 0) return;
  const directive = { Namespace: NAMESPACE, Dimensions: [['service']], Metrics: metrics };
  console.log(
    JSON.stringify({ _aws: { Timestamp: nowMs(), CloudWatchMetrics: [directive] }, service, ...values }),
  );
}
