import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Broadsheet } from '../../../infra/broadsheet.ts';
import { entries } from '../../../infra/bundle/entries.ts';
import type { Stage } from '../../../infra/settings.ts';

export interface Resource {
  /** The file of its template. */
  template: string;
  logicalId: string;
  Type: string;
  Properties: any;
  DeletionPolicy?: string;
}

/** Stand-ins for the bundles: the templates only name them. */
function fakeBundles(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
  for (const name of entries.keys()) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'index.js'), `// ${name}`);
  }
  return folder;
}

const deployments = new Map<Stage, Resource[]>();

/** All resources of all templates of a deployment. */
export function synthesized(stage: Stage): Resource[] {
  const known = deployments.get(stage) ?? synthesize(stage);
  deployments.set(stage, known);
  return known;
}

function synthesize(stage: Stage): Resource[] {
  const outdir = mkdtempSync(join(tmpdir(), 'cdk-'));
  const app = new App({ outdir });
  new Broadsheet(app, { stage, site: {} }, fakeBundles());
  app.synth();
  const templates = readdirSync(outdir).filter(file => file.endsWith('template.json'));
  return templates.flatMap(template => {
    const { Resources } = JSON.parse(readFileSync(join(outdir, template), 'utf8'));
    return Object.entries<any>(Resources).map(([logicalId, one]) => ({ template, logicalId, ...one }));
  });
}

/** The resources of a type. */
export const ofType = (resources: readonly Resource[], type: string): Resource[] =>
  resources.filter(({ Type }) => Type === `AWS::${type}`);

/** The function of this name, as in the route table. */
export function functionOf(resources: readonly Resource[], name: string): Resource {
  const deployed = `broadsheet-prod-${name.replaceAll('/', '-')}`;
  return ofType(resources, 'Lambda::Function').find(
    ({ Properties }) => Properties.FunctionName === deployed,
  )!;
}

/** What a reference within a template, plain or to an attribute, points to. */
export function target(resources: readonly Resource[], from: Resource, reference: any): Resource {
  const logicalId = reference.Ref ?? reference['Fn::GetAtt'][0];
  return resources.find(one => one.template === from.template && one.logicalId === logicalId)!;
}

interface PolicyStatement {
  actions: string[];
  resource: any;
  conditions: any;
}

const statementsIn = (document: any): PolicyStatement[] =>
  document.Statement.map(({ Action, Resource: resource, Condition }: any) => ({
    actions: [Action].flat(),
    resource,
    conditions: Condition,
  }));

/** Everything that a role allows: its own policies and those attached to it. */
export function allowed(resources: readonly Resource[], role: Resource): PolicyStatement[] {
  const attached = ofType(resources, 'IAM::Policy').filter(
    policy =>
      policy.template === role.template &&
      policy.Properties.Roles.some((one: any) => one.Ref === role.logicalId),
  );
  return [
    ...(role.Properties.Policies ?? []).map((policy: any) => policy.PolicyDocument),
    ...attached.map(policy => policy.Properties.PolicyDocument),
  ].flatMap(statementsIn);
}

/** What a function's role allows. */
export const allowedTo = (resources: readonly Resource[], name: string): PolicyStatement[] => {
  const one = functionOf(resources, name);
  return allowed(resources, target(resources, one, one.Properties.Role));
};
