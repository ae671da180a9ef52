import { describe, expect, it } from 'vitest';
import { TEXTS } from '../../../../infra/stack/observability/texts.ts';
import { workers } from '../../../../functions/events/workers.ts';
import { NAMESPACE } from '../../../../shared/platform/log/metrics.ts';
import { ofType, synthesized, target, withEverything } from './synthesized.ts';

const resources = synthesized('prod');
const dev = synthesized('dev');
const alarms = ofType(resources, 'CloudWatch::Alarm');
function findAlarm(name: keyof typeof TEXTS) {
  return alarms.find(({ Properties }) => Properties.AlarmName === `broadsheet-prod-${name}`)!.Properties;
}

/** The metrics that an alarm watches: one, or those of its expression. */
function listMetrics({ Properties }: (typeof alarms)[number]): any[] {
  return (
    Properties.Metrics?.flatMap(({ MetricStat }: any) => MetricStat ?? []).map(
      ({ Metric }: any) => Metric,
    ) ?? [Properties]
  );
}

describe('CloudWatch alarms', () => {
  it('are those of the documented table, each with its meaning and what to do', () => {
    expect(alarms.map(({ Properties }) => Properties.AlarmName).sort()).toEqual(
      Object.keys(TEXTS)
        .map(name => `broadsheet-prod-${name}`)
        .sort(),
    );
    for (const { Properties } of alarms) {
      const text = TEXTS[Properties.AlarmName.replace('broadsheet-prod-', '') as keyof typeof TEXTS];
      expect(Properties.AlarmDescription).toContain(`${text.means} ${text.remedy}`);
      expect(Properties.AlarmDescription.length).toBeLessThanOrEqual(1024);
    }
  });

  it('notify the one SNS topic', () => {
    const [topic, ...others] = ofType(resources, 'SNS::Topic');

    expect(others).toEqual([]);
    for (const alarm of alarms)
      expect(alarm.Properties.AlarmActions.map((arn: any) => target(resources, alarm, arn))).toEqual([topic]);
  });

  it('watch the 27 metrics that the cost table names', () => {
    expect(alarms.flatMap(listMetrics)).toHaveLength(27);
  });

  it('watch only existing functions and the service’s own metrics', () => {
    const metrics = alarms.flatMap(listMetrics);
    const functions = ofType(resources, 'Lambda::Function').map(({ Properties }) => Properties.FunctionName);
    const named = metrics.flatMap(({ Dimensions = [] }) =>
      Dimensions.flatMap(({ Name, Value }: any) => (Name === 'FunctionName' ? Value : [])),
    );

    for (const name of named) expect(functions).toContain(name);
    for (const { Dimensions } of metrics.filter(({ Namespace }) => Namespace === NAMESPACE))
      expect(Dimensions).toEqual([{ Name: 'service', Value: 'broadsheet-prod' }]);
    for (const { Period } of alarms.flatMap(({ Properties }) => (Properties.Metrics ? [] : Properties)))
      expect(Period).toBeGreaterThanOrEqual(60);
  });

  it('ignore fewer than five API errors', () => {
    const { Metrics, Threshold, DatapointsToAlarm, EvaluationPeriods } = findAlarm('api-errors');

    expect(Metrics.find(({ Expression }: any) => Expression).Expression).toBe(
      'IF(errors >= 5, 100 * errors / requests, 0)',
    );
    expect([Threshold, DatapointsToAlarm, EvaluationPeriods]).toEqual([1, 2, 3]);
  });

  it('treat missing data as breaching only for the sweep, which runs each minute', () => {
    const silent = alarms.filter(({ Properties }) => Properties.TreatMissingData !== 'notBreaching');

    expect(silent.map(({ Properties }) => Properties)).toEqual([findAlarm('sweep-stopped')]);
    expect(findAlarm('sweep-stopped')).toMatchObject({
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      TreatMissingData: 'breaching',
    });
  });
});

it('a metric filter counts the 429 answers in API Gateway’s access log', () => {
  const [filter, ...others] = ofType(resources, 'Logs::MetricFilter');
  const [stage] = ofType(resources, 'ApiGatewayV2::Stage');
  const format = JSON.parse(stage!.Properties.AccessLogSettings.Format);

  expect(others).toEqual([]);
  expect(filter!.Properties).toMatchObject({
    FilterPattern: '{ $.status = "429" }',
    MetricTransformations: [
      {
        MetricNamespace: NAMESPACE,
        MetricName: 'Throttled',
        Dimensions: [{ Key: 'service', Value: '$.service' }],
      },
    ],
  });
  expect(format).toMatchObject({ service: 'broadsheet-prod', status: '$context.status' });
});

it('only the deployment’s alarms may publish to the topic, over TLS', () => {
  const [policy, ...others] = ofType(resources, 'SNS::TopicPolicy');
  const [refusal, permission, ...more] = policy!.Properties.PolicyDocument.Statement;

  expect([others, more]).toEqual([[], []]);
  expect(refusal).toMatchObject({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
  expect(permission).toMatchObject({
    Effect: 'Allow',
    Action: 'sns:Publish',
    Principal: { Service: 'cloudwatch.amazonaws.com' },
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  });
  expect(JSON.stringify(permission.Condition.ArnLike)).toContain(':alarm:broadsheet-prod-*');
});

it('the one dashboard shows the API, functions, workers, table, queue, CDN and buckets', () => {
  const [dashboard, ...others] = ofType(resources, 'CloudWatch::Dashboard');
  const body = JSON.parse(
    dashboard!.Properties.DashboardBody['Fn::Join'][1]
      .map((part: any) => (typeof part === 'string' ? part : 'x'))
      .join(''),
  );
  const text = JSON.stringify(body);

  expect(others).toEqual([]);
  expect(dashboard!.Properties.DashboardName['Fn::Join'][1]).toEqual([
    'broadsheet-prod-',
    { Ref: 'AWS::Region' },
  ]);
  expect(body.widgets.length).toBeGreaterThan(15);
  for (const namespace of ['ApiGateway', 'Lambda', 'DynamoDB', 'SQS', 'CloudFront', 'S3'])
    expect(text).toContain(`AWS/${namespace}`);
  for (const name of Object.keys(workers)) expect(text).toContain(`broadsheet-prod-events-${name}`);
  for (const { x, width } of body.widgets) expect(Number(x) + Number(width)).toBeLessThanOrEqual(24);
});

it('workers have the variable SERVICE, which turns metrics on, only with monitoring', () => {
  const measuring = (all: typeof resources) =>
    ofType(all, 'Lambda::Function')
      .filter(({ Properties }) => Properties.Environment?.Variables.SERVICE)
      .map(({ Properties }) => Properties.FunctionName)
      .sort();

  expect(measuring(resources)).toEqual(
    Object.keys(workers)
      .map(name => `broadsheet-prod-events-${name}`)
      .sort(),
  );
  expect(measuring(dev)).toEqual([]);
  expect([...ofType(dev, 'CloudWatch::Alarm'), ...ofType(dev, 'CloudWatch::Dashboard')]).toEqual([]);
});

it('functions log as text, because Lambda’s JSON format would wrap the lines with metrics', () => {
  for (const { Properties } of ofType(resources, 'Lambda::Function'))
    expect(Properties.LoggingConfig?.LogFormat).toBeUndefined();
});

it('alarms and the budget notify alarmEmail, and no one without that setting', () => {
  const everything = withEverything().resources;
  const [subscription] = ofType(everything, 'SNS::Subscription');
  const [budget] = ofType(everything, 'Budgets::Budget');
  const subscribers = [{ SubscriptionType: 'EMAIL', Address: 'desk@example.com' }];

  expect(subscription!.Properties).toMatchObject({ Protocol: 'email', Endpoint: 'desk@example.com' });
  expect(budget!.Properties.Budget).toMatchObject({
    BudgetType: 'COST',
    TimeUnit: 'MONTHLY',
    BudgetLimit: { Amount: 40, Unit: 'USD' },
  });
  expect(budget!.Properties.NotificationsWithSubscribers).toEqual(
    ['ACTUAL', 'FORECASTED'].map(NotificationType => ({
      Notification: { NotificationType, ComparisonOperator: 'GREATER_THAN', Threshold: 100 },
      Subscribers: subscribers,
    })),
  );
  expect([...ofType(resources, 'SNS::Subscription'), ...ofType(resources, 'Budgets::Budget')]).toEqual([]);
});
