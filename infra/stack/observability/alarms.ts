import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  TreatMissingData,
  type IAlarmAction,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Measures } from './measures.ts';
import { TEXTS, type AlarmName } from './texts.ts';

interface Rule {
  metric: IMetric;
  /** The alarm's threshold: above this value, or with `below` below it. */
  above?: number;
  below?: number;
  /** The number of breaching periods … */
  times: number;
  /** … among this many. The default is `times`. */
  of?: number;
  /** How a period without data counts. */
  missingData?: TreatMissingData;
  /** Ignores percentiles of few samples. */
  shouldIgnoreFewSamples?: boolean;
}

/**
 * The metric and threshold of each alarm. One alarm covers all functions together: CloudWatch charges 0.10 dollars a month for each
 * metric of an alarm, 27 of them here, which is 2.70 dollars (less where the ten free alarms are not used up).
 */
function buildRules(measures: Measures): Record<AlarmName, Rule> {
  return {
    'api-errors': { metric: measures.apiErrorShare(), above: 1, times: 2, of: 3 },
    'api-latency': {
      metric: measures.api('Latency', 'p99'),
      above: 5000,
      times: 3,
      shouldIgnoreFewSamples: true,
    },
    'api-throttled': {
      metric: measures.custom('Throttled', 'Sum', Duration.minutes(5)),
      above: 100,
      times: 1,
    },
    'functions-throttled': { metric: measures.functionThrottles(), above: 0, times: 2, of: 3 },
    'worker-errors': { metric: measures.workerErrors(), above: 0, times: 3 },
    'sweep-stopped': {
      metric: measures.worker('sweep', 'Invocations'),
      below: 1,
      times: 3,
      missingData: TreatMissingData.BREACHING,
    },
    undelivered: { metric: measures.queueDepth(), above: 0, times: 1 },
    'outbox-age': { metric: measures.custom('OutboxAge'), above: 900, times: 5 },
    'outbox-failing': { metric: measures.custom('OutboxFailing'), above: 0, times: 15 },
    'posts-overdue': { metric: measures.custom('OverdueSchedules'), above: 0, times: 3 },
    'posts-late': { metric: measures.custom('PublishLateness'), above: 10, times: 1 },
    'deliveries-late': { metric: measures.custom('DeliveryAge'), above: 900, times: 1 },
    'deliveries-failed': { metric: measures.custom('DeliveriesFailed', 'Sum'), above: 0, times: 1 },
    'thumbnails-failed': { metric: measures.custom('ThumbnailsFailed', 'Sum'), above: 0, times: 1 },
    'table-throttled': { metric: measures.tableThrottles(), above: 0, times: 2, of: 3 },
    'table-errors': { metric: measures.tableErrors(), above: 10, times: 2 },
  };
}

const names = Object.keys(TEXTS).filter((name): name is AlarmName => name in TEXTS);

/** Creates every alarm with meaning and remedy in its description and `action` as its action. */
export function addAlarms(
  scope: Construct,
  { prefix, measures, action }: { prefix: string; measures: Measures; action: IAlarmAction },
): Alarm[] {
  const rules = buildRules(measures);
  return names.map(name => {
    const { metric, above, below, times, of = times, missingData, shouldIgnoreFewSamples } = rules[name];
    const { when, means, remedy } = TEXTS[name];
    const alarm = new Alarm(scope, name, {
      alarmName: `${prefix}-${name}`,
      alarmDescription: `${means} ${remedy} (In alarm when ${when}.)`,
      metric,
      threshold: above ?? below ?? 0,
      comparisonOperator:
        below === undefined
          ? ComparisonOperator.GREATER_THAN_THRESHOLD
          : ComparisonOperator.LESS_THAN_THRESHOLD,
      datapointsToAlarm: times,
      evaluationPeriods: of,
      treatMissingData: missingData ?? TreatMissingData.NOT_BREACHING,
      ...(shouldIgnoreFewSamples && { evaluateLowSampleCountPercentile: 'ignore' }),
    });
    alarm.addAlarmAction(action);
    return alarm;
  });
}
