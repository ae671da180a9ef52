import { Duration, Stack, Tags } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  SearchExpression,
  type Alarm,
  type IMetric,
  type IWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Measures } from './measures.ts';

interface Options {
  prefix: string;
  measures: Measures;
  alarms: Alarm[];
}

/** CloudWatch's dashboards are 24 columns wide. */
const WIDTH = 24;

/** A dashboard of alarms, API, functions, workers, outbox, table and files. It costs 3 dollars a month: the free ones
 * have at most 50 metrics. */
export function addDashboard(scope: Construct, { prefix, measures, alarms }: Options): void {
  const dashboard = new Dashboard(scope, 'dashboard', {
    // Dashboard names are unique per account; the region allows two deployments of a stage.
    dashboardName: `${prefix}-${Stack.of(scope).region}`,
    defaultInterval: Duration.hours(12),
  });
  // CloudFormation supports tags of dashboards only in some regions.
  Tags.of(dashboard).remove('service');
  dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms, width: WIDTH, height: 4 }));
  const rows = [
    drawApi(measures),
    drawFunctions(prefix),
    drawWorkers(measures),
    drawBackground(measures),
    drawStorage(measures),
  ];
  for (const row of rows) dashboard.addWidgets(...row);
}

function graph(title: string, left: IMetric[], columns: number): GraphWidget {
  return new GraphWidget({ title, left, width: WIDTH / columns, leftYAxis: { min: 0 } });
}

function drawApi(measures: Measures): IWidget[] {
  return [
    graph('Requests', [measures.api('Count', 'SampleCount', 'requests')], 4),
    graph('Latency, ms', [measures.api('Latency', 'p50', 'p50'), measures.api('Latency', 'p99', 'p99')], 4),
    graph('Errors: 4xx, 5xx', [measures.api('4xx'), measures.api('5xx'), measures.apiErrorShare()], 4),
    graph('Throttled', [measures.custom('Throttled', 'Sum'), measures.functionThrottles()], 4),
  ];
}

/** Searches functions by name when the dashboard is opened, so it covers any number of routes. */
function drawFunctions(prefix: string): IWidget[] {
  const search = (metricName: string, statistic: string): SearchExpression =>
    new SearchExpression({
      expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metricName}" FunctionName=${prefix}', '${statistic}', 300)`,
      period: Duration.minutes(5),
      label: '',
    });
  return [
    graph('Functions: duration p99, ms', [search('Duration', 'p99')], 2),
    graph('Functions: errors', [search('Errors', 'Sum')], 2),
  ];
}

function drawWorkers(measures: Measures): IWidget[] {
  return [
    graph('Workers: runs', measures.everyWorker('Invocations'), 3),
    graph('Workers: errors', measures.everyWorker('Errors'), 3),
    graph('Workers: duration p99, ms', measures.everyWorker('Duration', 'p99'), 3),
  ];
}

function drawBackground(measures: Measures): IWidget[] {
  return [
    graph('Outbox: age of the oldest due item, s', [measures.custom('OutboxAge')], 4),
    graph(
      'Dead-letter queue, failing jobs, overdue posts',
      [measures.queueDepth(), measures.custom('OutboxFailing'), measures.custom('OverdueSchedules')],
      4,
    ),
    graph(
      'Lateness of scheduled posts and deliveries, s',
      [measures.custom('PublishLateness'), measures.custom('DeliveryAge')],
      4,
    ),
    graph(
      'Failed: deliveries to webhooks, thumbnails',
      [measures.custom('DeliveriesFailed', 'Sum'), measures.custom('ThumbnailsFailed', 'Sum')],
      4,
    ),
  ];
}

function drawStorage(measures: Measures): IWidget[] {
  const cdn = measures.cdn();
  return [
    graph(
      'Table: units',
      [
        measures.table('ConsumedReadCapacityUnits', 'read'),
        measures.table('ConsumedWriteCapacityUnits', 'written'),
      ],
      4,
    ),
    graph('Table: throttles, system errors', [measures.tableThrottles(), measures.tableErrors()], 4),
    ...(cdn.length > 0 ? [graph('CDN', cdn, 4)] : []),
    graph('Buckets: bytes', measures.stored(), 4),
  ];
}
