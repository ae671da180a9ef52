import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FIXED, WATCHING } from '../../../../infra/dev/cost/month.ts';
import { PRICES, computeDollars, type Usage } from '../../../../infra/dev/cost/prices.ts';
import { MEMORY_MB } from '../../../../infra/dev/cost/requests.ts';
import { NAMESPACE } from '../../../../shared/platform/log/metrics.ts';
import { findFunction, ofType, synthesized } from './synthesized.ts';

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

it('the dashboard has more than the 50 metrics that CloudWatch shows free of charge', () => {
  const [dashboard] = ofType(resources, 'CloudWatch::Dashboard');
  const text = JSON.stringify(dashboard!.Properties.DashboardBody);
  const functions = ofType(resources, 'Lambda::Function').length;

  // Each search finds a metric of every function.
  expect((text.match(/SEARCH/g) ?? []).length * functions).toBeGreaterThan(50);
  expect(PRICES.prices.dashboards.free).toBe(0);
});

it('test/bench/README.md says what a deployment without requests costs', () => {
  const text = readFileSync('test/bench/README.md', 'utf8');
  const dollars = (usage: Usage, withFree = false) => computeDollars(usage, PRICES, withFree).toFixed(2);

  expect(text).toContain(
    `a deployment costs ${dollars(FIXED)} dollars a month, or ${dollars(FIXED, true)} less`,
  );
  expect(text).toContain(
    `${WATCHING.alarms} metrics with alarms, ${WATCHING.metrics} metrics of the service and a dashboard are ${dollars(WATCHING)} dollars`,
  );
  expect(readFileSync('infra/README.md', 'utf8')).toContain(`for ${dollars(WATCHING)} dollars a month less`);
});

it('the cost model uses the memory size of the functions', () => {
  expect(findFunction(resources, 'posts/get').Properties.MemorySize).toBe(MEMORY_MB);
});
