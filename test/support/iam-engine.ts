import { runSimulation } from '@cloud-copilot/iam-simulate';
import type { Resources } from '../../infra/stack/grants.ts';
import type { Settings } from '../../infra/stack/settings.ts';
import { assemble } from '../infra/template/synthesized.ts';
import type { Need } from './iam.ts';
import { readTemplates, resolveReferences, type Template, type TemplateResource } from './templates.ts';

const ACCOUNT = '000000000000';
const SINGLE_VALUED = ['s3:prefix', 'iam:PassedToService'];

/** The policies of a synthesized deployment's roles, by the deployed name of the function. */
export function deployedPolicies(settings: Settings, resources: Resources): ReadonlyMap<string, object> {
  const templates = readTemplates(assemble(settings).outdir);
  const policies = new Map<string, object>();
  for (const [file, { Resources: declared }] of templates)
    for (const { Type, Properties } of Object.values(declared)) {
      if (Type !== 'AWS::Lambda::Function' || Properties.FunctionName === undefined) continue;
      const statements = statementsOfRole(declared, Properties.Role['Fn::GetAtt'][0]);
      policies.set(Properties.FunctionName, {
        Version: '2012-10-17',
        Statement: resolveReferences(templates, file, statements, arnsOf(resources)),
      });
    }
  return policies;
}

/** The statements of a role: its inline policies and those attached to it. */
function statementsOfRole(declared: Template['Resources'], roleId: string): unknown[] {
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
function arnsOf({ table, content, media, schedules, due }: Resources) {
  return (logicalId: string, { Type }: TemplateResource, attribute: string): string => {
    const [, service = '', kind = ''] = Type.toLowerCase().split('::');
    if (kind === 'table') return attribute === 'StreamArn' ? `${table.arn}/stream/latest` : table.arn;
    if (kind === 'bucket') return logicalId.startsWith('content') ? content.arn : media.arn;
    if (kind === 'queue' && logicalId.startsWith('due')) return due.arn;
    if (kind === 'role' && logicalId.startsWith('scheduling')) return schedules.roleArn;
    return `arn:aws:${service}:us-east-1:${ACCOUNT}:${logicalId}`;
  };
}

/**
 * Asks an independent engine whether a policy allows what a call needs. It checks the policy's grammar, and that AWS has this action
 * on this kind of resource with these condition keys.
 * @returns the reason for a refusal
 */
export async function refusalOf(
  policy: object,
  { action, resource, context = {} }: Need,
): Promise<string | undefined> {
  const variables = Object.entries(context).map(
    ([key, values]) => [key, SINGLE_VALUED.includes(key) ? values[0]! : values] as const,
  );
  const answer = await runSimulation(
    {
      request: {
        principal: `arn:aws:iam::${ACCOUNT}:role/function`,
        action,
        resource: { resource, accountId: ACCOUNT },
        contextVariables: Object.fromEntries(variables),
      },
      identityPolicies: [{ name: 'role', policy }],
      serviceControlPolicies: [],
      resourceControlPolicies: [],
    },
    {},
  );
  if (answer.resultType === 'error') return JSON.stringify(answer.errors);
  const results = answer.resultType === 'single' ? [answer.result] : answer.results;
  const unknown = results.flatMap(({ ignoredContextKeys }) => ignoredContextKeys ?? []);
  if (unknown.length > 0) return `${action} has no ${unknown.join()}`;
  return answer.overallResult === 'Allowed' ? undefined : `${answer.overallResult}: ${action} ${resource}`;
}
