import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, it } from 'vitest';
import type { Settings } from '../../../infra/stack/settings.ts';
import { ACCEPTED, ACCEPTED_WITH_TRACING, type Accepted } from './nag/accepted.ts';
import { assemble, EVERYTHING, makeSettings } from './template/synthesized.ts';

interface Finding {
  rule: string;
  resource: string;
}

/** All findings of cdk-nag's AwsSolutions pack in a deployment, including warnings. */
function findings(settings: Settings): Finding[] {
  const { app } = assemble(settings);
  const { violations } = new AwsSolutionsChecks(app).validateScope(app);
  return violations.flatMap(({ ruleName: rule, violatingResources }) =>
    violatingResources.map(({ constructPath = '' }) => ({
      rule,
      resource: constructPath.split('/').slice(1).join('/'),
    })),
  );
}

function whole(pattern: RegExp, text: string): boolean {
  return pattern.exec(text)?.[0] === text;
}

function accepts({ rule, resource }: Accepted, found: Finding): boolean {
  return whole(rule, found.rule) && whole(resource, found.resource);
}

const deployments: [string, Settings][] = [
  ['production', makeSettings('prod')],
  ['development', makeSettings('dev')],
  ['production with everything set', makeSettings('prod', EVERYTHING)],
  ['development without a CDN', makeSettings('dev', { media: { cdn: false }, edge: {} })],
];
const found = new Map(deployments.map(([name, settings]) => [name, findings(settings)]));

it.each(deployments)('cdk-nag finds only accepted findings in %s', (name, settings) => {
  const { tracing } = settings.deployment;
  const accepted = [...ACCEPTED, ...(tracing ? ACCEPTED_WITH_TRACING : [])];

  expect(found.get(name)!.filter(finding => !accepted.some(each => accepts(each, finding)))).toEqual([]);
});

it('cdk-nag still finds each accepted finding', () => {
  const all = [...found.values()].flat();

  expect(
    [...ACCEPTED, ...ACCEPTED_WITH_TRACING].filter(
      accepted => !all.some(finding => accepts(accepted, finding)),
    ),
  ).toEqual([]);
});

it('each accepted finding of cdk-nag names a rule, a resource and a reason', () => {
  for (const { rule, resource, reason } of [...ACCEPTED, ...ACCEPTED_WITH_TRACING]) {
    expect(rule.source).toMatch(/^AwsSolutions-[A-Z]+\d/);
    expect(resource.source).not.toMatch(/^\.\*/);
    expect(reason.length).toBeGreaterThan(20);
  }
});
