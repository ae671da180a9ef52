import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import type { Settings } from '../../infra/settings.ts';
import { ACCEPTED, type Accepted } from './nag/accepted.ts';
import { assemble, settingsOf } from './template/synthesized.ts';

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

const whole = (pattern: RegExp, text: string): boolean => pattern.exec(text)?.[0] === text;

const accepts = ({ rule, resource }: Accepted, found: Finding): boolean =>
  whole(rule, found.rule) && whole(resource, found.resource);

describe.each(['prod', 'dev'] as const)('cdk-nag, of %s,', { timeout: 120_000 }, stage => {
  const found = findings(settingsOf(stage));

  it('finds nothing but what was accepted, for a reason', () => {
    expect(found.filter(one => !ACCEPTED.some(accepted => accepts(accepted, one)))).toEqual([]);
  });

  it('still finds each of the things that were accepted', () => {
    expect(ACCEPTED.filter(accepted => !found.some(one => accepts(accepted, one)))).toEqual([]);
  });
});

it('is overruled only by what names a rule, a place and a reason', () => {
  for (const { rule, resource, reason } of ACCEPTED) {
    expect(rule.source).toMatch(/^AwsSolutions-[A-Z]+\d/);
    expect(resource.source).not.toMatch(/^\.\*/);
    expect(reason.length).toBeGreaterThan(20);
  }
});
