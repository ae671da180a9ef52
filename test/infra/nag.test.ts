import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, it } from 'vitest';
import type { Settings } from '../../infra/stack/settings.ts';
import { ACCEPTED, ACCEPTED_WITH_TRACING, type Accepted } from './nag/accepted.ts';
import { assemble, EVERYTHING, settingsOf } from './template/synthesized.ts';

interface Finding {
  rule: string;
  resource: string;
}

/** Everything that cdk-nag's AwsSolutions pack has to say of a deployment, warnings too. */
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
  ['production', settingsOf('prod')],
  ['development', settingsOf('dev')],
  ['production with everything set', settingsOf('prod', EVERYTHING)],
];
const found = new Map(deployments.map(([name, settings]) => [name, findings(settings)]));

it.each(deployments)('cdk-nag finds nothing in %s but what was accepted, for a reason', (name, settings) => {
  const { tracing } = settings.deployment;
  const accepted = [...ACCEPTED, ...(tracing ? ACCEPTED_WITH_TRACING : [])];

  expect(found.get(name)!.filter(one => !accepted.some(each => accepts(each, one)))).toEqual([]);
});

it('still finds each of the things that were accepted', () => {
  const all = [...found.values()].flat();

  expect(
    [...ACCEPTED, ...ACCEPTED_WITH_TRACING].filter(accepted => !all.some(one => accepts(accepted, one))),
  ).toEqual([]);
});

it('is overruled only by what names a rule, a place and a reason', () => {
  for (const { rule, resource, reason } of [...ACCEPTED, ...ACCEPTED_WITH_TRACING]) {
    expect(rule.source).toMatch(/^AwsSolutions-[A-Z]+\d/);
    expect(resource.source).not.toMatch(/^\.\*/);
    expect(reason.length).toBeGreaterThan(20);
  }
});
