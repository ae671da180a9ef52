import type { Resources } from '../../../infra/stack/grants/statement.ts';
import type { Settings } from '../../../infra/stack/settings.ts';
import { assemble } from '../../infra/stack/template/synthesized.ts';
import type { Need } from './iam.ts';
import { readTemplates, resolveReferences, type Template, type TemplateResource } from './templates.ts';

const ACCOUNT = '000000000000';

/** The policies of a synthesized deployment's roles, by the deployed name of the function. */
export function deployedPolicies(settings: Settings, resources: Resources): ReadonlyMap<string, object> {
  const templates = readTemplates(assemble(settings).outdir);
  const policies = new Map<string, object>();
  for (const [file, { Resources: declared }] of templates)
    for (const { Type, Properties } of Object.values(declared)) {
      if (Type !== 'AWS::Lambda::Function' || Properties.FunctionName === undefined) continue;
      const statements = listStatements(declared, Properties.Role['Fn::GetAtt'][0]);
      policies.set(Properties.FunctionName, {
        Version: '2012-10-17',
        Statement: resolveReferences(templates, file, statements, mapArns(resources)),
      });
    }
  return policies;
}

/** The statements of a role: its inline policies and those attached to it. */
function listStatements(declared: Template['Resources'], roleId: string): unknown[] {
  const attached = Object.values(declared).filter(
    ({ Type, Properties }) =>
      Type === 'AWS::IAM::Policy' && Properties.Roles.some((role: any) => role.Ref === roleId),
  );
  const inline: any[] = declared[roleId]!.Properties.Policies ?? [];
  return [...inline, ...attached.map(({ Properties }) => Properties)].flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  );
}

/** Maps the deployment's resources to those that the calls were recorded on; any other gets an ARN that no call names. */
function mapArns({ table, content, media, schedules, due }: Resources) {
  return (logicalId: string, { Type }: TemplateResource, attribute: string): string => {
    const [, service = '', kind = ''] = Type.toLowerCase().split('::');
    if (kind === 'table') return attribute === 'StreamArn' ? `${table.arn}/stream/latest` : table.arn;
    if (kind === 'bucket') return logicalId.startsWith('content') ? content.arn : media.arn;
    if (kind === 'queue' && logicalId.startsWith('due')) return due.arn;
    if (kind === 'role' && logicalId.startsWith('scheduling')) return schedules.roleArn;
    return `arn:aws:${service}:us-east-1:${ACCOUNT}:${logicalId}`;
  };
}

interface DeployedStatement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
}

/**
 * Evaluates a synthesized policy as IAM does: nothing is allowed unless a statement does, and a denial wins. It knows the elements that the
 * deployment's policies have, and throws on any other. That AWS has these actions, condition keys and operators is checked against its
 * service authorization data (infra/stack/template/service-data.ts).
 * @returns the reason for a refusal
 */
export function findRefusal(policy: object, need: Need): string | undefined {
  const { Statement } = policy as { Statement: DeployedStatement[] };
  const effects = Statement.filter(statement => applies(statement, need)).map(({ Effect }) => Effect);
  if (effects.includes('Deny')) return `ExplicitlyDenied: ${need.action} ${need.resource}`;
  return effects.includes('Allow') ? undefined : `ImplicitlyDenied: ${need.action} ${need.resource}`;
}

const ELEMENTS = new Set(['Sid', 'Effect', 'Action', 'Resource', 'Condition']);

function applies(statement: DeployedStatement, { action, resource, context = {} }: Need): boolean {
  const unknown = Object.keys(statement).filter(element => !ELEMENTS.has(element));
  if (unknown.length > 0) throw new Error(`This evaluation does not know ${unknown.join()}.`);
  const { Action, Resource, Condition = {} } = statement;
  return (
    // Unlike resources, actions are compared without regard to case.
    [Action].flat().some(pattern => matches(pattern.toLowerCase(), action.toLowerCase())) &&
    [Resource].flat().some(pattern => matches(pattern, resource)) &&
    Object.entries(Condition).every(([operator, keys]) =>
      Object.entries(keys).every(([key, wanted]) => holds(operator, [wanted].flat(), context[key])),
    )
  );
}

type Compare = (wanted: string, given: string) => boolean;

const OPERATORS: Readonly<Record<string, { compare: Compare; isNegated: boolean }>> = {
  StringEquals: { compare: (wanted, given) => wanted === given, isNegated: false },
  StringLike: { compare: matches, isNegated: false },
  StringNotLike: { compare: matches, isNegated: true },
};

/**
 * Without a prefix, a key has at most one value and must be there; `ForAllValues` is true of a key without values, and `ForAnyValue` false.
 */
function holds(operator: string, wanted: readonly string[], given: readonly string[] | undefined): boolean {
  const [, prefix, name = ''] = /^(?:(ForAllValues|ForAnyValue):)?(.+)$/.exec(operator) ?? [];
  const known = OPERATORS[name];
  if (!known) throw new Error(`This evaluation does not know the operator ${operator}.`);
  if (!prefix && given !== undefined && given.length !== 1)
    throw new Error(`${operator} compares one value.`);
  if (!prefix && given === undefined) return known.isNegated;
  const isOne = (value: string) => wanted.some(pattern => known.compare(pattern, value)) !== known.isNegated;
  return prefix === 'ForAnyValue' ? (given ?? []).some(isOne) : (given ?? []).every(isOne);
}

/** `*` is any text, `?` any character. */
function matches(pattern: string, text: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}
