import { workers } from '../../stack/workers.ts';
import { MEMORY_MB, lambdaUsage } from './requests.ts';
import { sum, times, type Usage } from './usage.ts';

const SWEEP_MS = 60;

/** The sweep when nothing was missed: it looks at five places, of which each costs a unit though nothing is there. */
const SWEEP: Usage = { ...lambdaUsage(MEMORY_MB, SWEEP_MS), readUnits: 5, logGb: 1e-6 };

const DELIVERIES_MS = 20;

/** The worker of webhooks when there is nothing to deliver: it looks for webhooks and events. */
const DELIVERIES: Usage = {
  ...lambdaUsage(workers.webhooks.memoryMb, DELIVERIES_MS),
  readUnits: 2,
  logGb: 1e-6,
};

const MINUTES_A_MONTH = 730 * 60;

/** What watches a deployment, as infra/stack/observability/ makes it. */
export const WATCHING: Usage = { metrics: 6, alarms: 25, dashboards: 1 };

/** What a deployment uses in a month in which nobody asks for anything. */
export const FIXED: Usage = sum(times(MINUTES_A_MONTH, sum(SWEEP, DELIVERIES)), WATCHING);
