import { nowMs } from '../core/clock.ts';
import { environment } from '../core/environment.ts';

export const NAMESPACE = 'Broadsheet';

/**
 * The service's own metrics: only what alarms need. CloudWatch charges 0.30 dollars a month for each; with the count of throttled requests
 * (infra/stack/observability) 2.40 in all, or nothing in an account without other metrics, because the first ten are free.
 */
const METRIC_UNITS = {
  /** How long the oldest due outbox item has waited. */
  OutboxAge: 'Seconds',
  /** Outbox items that have failed several times in a row. */
  OutboxFailing: 'Count',
  /** Due scheduled posts that can't be published. */
  OverdueSchedules: 'Count',
  /** Time between a post's scheduled second and its publication. */
  PublishLateness: 'Seconds',
  /** Time between a change and an attempt to deliver it to a webhook. */
  DeliveryAge: 'Seconds',
  /** Deliveries to webhooks whose attempts have all failed. */
  DeliveriesFailed: 'Count',
  /** Images whose thumbnails can't be made. */
  ThumbnailsFailed: 'Count',
} as const;

export type MetricName = keyof typeof METRIC_UNITS;

/** Without a service name, as in the local stack, no metrics are written. */
export function isMeasured(): boolean {
  return environment().SERVICE !== undefined;
}

/** Writes one log line in CloudWatch's embedded metric format, which CloudWatch turns into metrics. */
export function writeMetrics(values: Readonly<Partial<Record<MetricName, number>>>): void {
  const service = environment().SERVICE;
  if (service === undefined) return;
  const metrics = Object.entries(METRIC_UNITS)
    .filter(([name]) => name in values)
    .map(([Name, Unit]) => ({ Name, Unit }));
  if (metrics.length === 0) return;
  const directive = { Namespace: NAMESPACE, Dimensions: [['service']], Metrics: metrics };
  console.log(
    JSON.stringify({ _aws: { Timestamp: nowMs(), CloudWatchMetrics: [directive] }, service, ...values }),
  );
}
