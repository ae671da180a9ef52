import { expect, it } from 'vitest';
import { readSettings } from '../../../../infra/stack/settings.ts';
import { assemble, ofType, resourcesIn } from './synthesized.ts';

/** Properties that name a resource, each unique in an account, some of them in a region. */
const NAMES = [
  'FunctionName',
  'LogGroupName',
  'TableName',
  'BucketName',
  'QueueName',
  'TopicName',
  'RoleName',
  'AlarmName',
  'DashboardName',
  'LayerName',
  'Name',
] as const;

/** Physical names as `<type> <name>`, without those of API Gateway's stages, routes and interfaces, which belong to their API. */
function listNames(newsroom: string, stage: string): string[] {
  const context: Record<string, unknown> = { newsroom, stage, deployment: { [stage]: { monitoring: true } } };
  const { outdir, app } = assemble(readSettings(name => context[name]));
  const stack = app.node.children[0]!.node.id;
  const named = resourcesIn(outdir).flatMap(({ Type, Properties = {} }) =>
    [Properties, ...Object.values<any>(Properties)]
      .filter(part => typeof part === 'object' && part !== null)
      .flatMap(part =>
        NAMES.flatMap(name => (name in part ? [`${Type} ${JSON.stringify(part[name])}`] : [])),
      ),
  );
  return [stack, ...named.filter(name => name.includes('-') && !name.startsWith('AWS::ApiGatewayV2::Stage'))];
}

it('two newsrooms with two stages each have no physical name in common', () => {
  const all = ['courier', 'gazette'].flatMap(newsroom =>
    ['prod', 'staging-eu'].map(stage => ({
      prefix: `${newsroom}-${stage}`,
      names: listNames(newsroom, stage),
    })),
  );
  for (const { prefix, names } of all) {
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter(name => !name.includes(prefix))).toEqual([]);
  }
  const every = all.flatMap(({ names }) => [...new Set(names)]);
  expect(new Set(every).size).toBe(every.length);
});

it('the longest names of newsroom and stage leave every function’s name within 64 characters', () => {
  const settings = { newsroom: 'n'.repeat(15), stage: 's'.repeat(16) };
  const { outdir } = assemble(readSettings(name => settings[name as keyof typeof settings]));
  const names = ofType(resourcesIn(outdir), 'Lambda::Function').flatMap(
    ({ Properties }) => Properties.FunctionName ?? [],
  );
  expect(names.filter(name => name.length > 64)).toEqual([]);
});

it('an existing deployment keeps its names', () => {
  expect(readSettings(() => undefined).prefix).toBe('broadsheet-prod');
  expect(readSettings(name => (name === 'stage' ? 'dev' : undefined)).prefix).toBe('broadsheet-dev');
});
