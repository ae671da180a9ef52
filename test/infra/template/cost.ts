import { expect, it } from 'vitest';
import { WATCHING } from '../../../infra/tools/cost/month.ts';
import { MEMORY_MB } from '../../../infra/tools/cost/requests.ts';
import { NAMESPACE } from '../../../shared/core/metrics.ts';
import { functionOf, ofType, synthesized } from './synthesized.ts';

const resources = synthesized('prod');

it('the cost model counts the alarms, dashboards and metrics of the deployment', () => {
  const measured = ofType(resources, 'CloudWatch::Alarm').flatMap(({ Properties: { Metrics, ...only } }) =>
    Metrics ? Metrics.flatMap(({ MetricStat: stat }: any) => (stat ? [stat.Metric] : [])) : [only],
  );
  const own = measured.filter(({ Namespace }) => Namespace === NAMESPACE);

  expect(measured.length).toBe(WATCHING.alarms);
  expect(new Set(own.map(({ MetricName }) => MetricName)).size).toBe(WATCHING.metrics);
  expect(ofType(resources, 'CloudWatch::Dashboard').length).toBe(WATCHING.dashboards);
});

it('the cost model uses the memory size of the functions', () => {
  expect(functionOf(resources, 'posts/get').Properties.MemorySize).toBe(MEMORY_MB);
});
