import { workers } from '../../../functions/events/workers.ts';
import { MEMORY_MB, lambdaUsage } from './requests.ts';
import { sum, times, type Usage } from './usage.ts';

const SWEEP_MS = 60;

/** A sweep that finds nothing. It makes five reads, each of which costs a unit even without a result. */
const SWEEP: Usage = { ...lambdaUsage(MEMORY_MB, SWEEP_MS), readUnits: 5, logGb: 1e-6 };

const DELIVERIES_MS = 20;

/** A run of the webhook worker that finds nothing to deliver: it reads webhooks and events. */
const DELIVERIES: Usage = {
  ...lambdaUsage(workers.webhooks.memoryMb, DELIVERIES_MS),
  readUnits: 2,
  logGb: 1e-6,
};

const MINUTES_A_MONTH = 730 * 60;

/** The monitoring of a deployment, as infra/stack/observability/ creates it. */
export const WATCHING: Usage = { metrics: 6, alarms: 25, dashboards: 1 };

/** The usage of a deployment in a month without requests. */
export const FIXED: Usage = sum(times(MINUTES_A_MONTH, sum(SWEEP, DELIVERIES)), WATCHING);
