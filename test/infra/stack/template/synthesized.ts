import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { entries } from '../../../../infra/bundle/entries.ts';
import type { Row } from '../../../../infra/stack/api.ts';
import { readSettings, type Settings } from '../../../../infra/stack/settings.ts';
import { Broadsheet, type Built } from '../../../../infra/stack/stack.ts';

export interface Resource {
  /** The file of its template. */
  template: string;
  logicalId: string;
  Type: string;
  Properties: any;
  DeletionPolicy?: string;
}

/** The functions whose bundles need sharp in these tests. */
export const NEEDING_SHARP = new Set(['images/create', 'events/thumbnails']);

/** Empty stand-ins for the built files, which the templates only name. */
function fakeBuilt(): Built {
  const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
  const sharp = mkdtempSync(join(tmpdir(), 'layer-'));
  writeFileSync(join(sharp, 'layer'), '');
  for (const name of entries.keys()) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'index.js'), `// ${name}`);
  }
  return { folder, sharp, needingSharp: NEEDING_SHARP };
}

/** The settings of a stage for a cdk.json with this deployment and no site. */
export function makeSettings(stage: string, deployment: object = {}): Settings {
  const context: Record<string, unknown> = { stage, deployment: { [stage]: deployment } };
  return readSettings(name => context[name]);
}

const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/12345678-1234-1234-1234-123456789012';
const hostedZone = { id: 'Z0123ABC', name: 'example.com' };

/** Deployment settings with every option set. */
export const EVERYTHING = {
  cors: { origins: ['https://www.example.com', 'http://localhost:3000'], maxAgeS: 3600 },
  throttling: { ratePerS: 50, burst: 100 },
  domain: { name: 'api.example.com', certificateArn: CERTIFICATE, hostedZone },
  mediaDomain: { name: 'media.example.com', certificateArn: CERTIFICATE, hostedZone },
  edge: {
    domain: { name: 'www.example.com', certificateArn: CERTIFICATE, hostedZone },
    lock: true,
    waf: { requestsPer5Min: 500 },
  },
  logRetentionDays: 30,
  tracing: true,
  protected: true,
  monitoring: true,
  alarmEmail: 'desk@example.com',
  monthlyBudgetUsd: 40,
};

interface Deployment {
  resources: Resource[];
  outputs: any;
  /** The rules of all its templates. */
  rules: any[];
  /** The stack as the CDK's command sees it. */
  artifact: any;
}

const deployments = new Map<string, Deployment>();

function getDeployment(stage: string): Deployment {
  const known = deployments.get(stage) ?? deploymentWith(makeSettings(stage));
  deployments.set(stage, known);
  return known;
}

/** All resources of all templates of a deployment. */
export function synthesized(stage: string): Resource[] {
  return getDeployment(stage).resources;
}

/** The stack outputs of a deployment. */
export function getOutputs(stage: string): any {
  return getDeployment(stage).outputs;
}

/** A deployment's stack as the CDK's command sees it. */
export function getArtifact(stage: string): any {
  return getDeployment(stage).artifact;
}

/** Synthesizes the CDK app of a configuration into a folder of its own, without the CDK's slow validation, which `npm run synth` does. */
export function assemble(settings: Settings, routes?: readonly Row[]): { app: App; outdir: string } {
  const outdir = mkdtempSync(join(tmpdir(), 'cdk-'));
  const app = new App({
    outdir,
    builtinCloudFormationValidation: false,
    // Neither is a part of the templates, and both take time.
    treeMetadata: false,
    context: { 'aws:cdk:disable-stack-trace': true },
  });
  new Broadsheet(app, settings, fakeBuilt(), routes);
  app.synth();
  return { app, outdir };
}

export function deploymentWith(settings: Settings): Deployment {
  const { outdir } = assemble(settings);
  const stack = settings.prefix;
  const { Outputs: outputs } = readTemplate(outdir, `${stack}.template.json`);
  const artifact = readTemplate(outdir, 'manifest.json').artifacts[stack];
  const metadata = readTemplate(outdir, artifact.additionalMetadataFile);
  const rules = readTemplates(outdir).flatMap(({ Rules = {} }) =>
    Object.entries(Rules).flatMap(([name, rule]) => (name === 'CheckBootstrapVersion' ? [] : [rule])),
  );
  return { resources: resourcesIn(outdir), rules, outputs, artifact: { ...artifact, metadata } };
}

function readTemplate(outdir: string, file: string): any {
  return JSON.parse(readFileSync(join(outdir, file), 'utf8'));
}

function readTemplates(outdir: string): any[] {
  return listTemplates(outdir).map(file => readTemplate(outdir, file));
}

function listTemplates(outdir: string): string[] {
  return readdirSync(outdir).filter(file => file.endsWith('template.json'));
}

/** All resources of all templates in a folder. */
export function resourcesIn(outdir: string): Resource[] {
  return listTemplates(outdir).flatMap(template =>
    Object.entries<any>(readTemplate(outdir, template).Resources).map(([logicalId, resource]) => ({
      template,
      logicalId,
      ...resource,
    })),
  );
}

let everything: Deployment | undefined;

/** The deployment with every option set, including the site's own key header and its partner's secret. */
export function withEverything(): Deployment {
  return (everything ??= deploymentWith({
    ...makeSettings('prod', EVERYTHING),
    apiKeyHeader: 'x-desk-key',
    secretNames: ['news/partner'],
    signInSecretName: 'news/sign-in',
    limited: true,
  }));
}

/** The resources of a type. */
export function ofType(resources: readonly Resource[], type: string): Resource[] {
  return resources.filter(({ Type }) => Type === `AWS::${type}`);
}

/** The function with this name in the route table. */
export function findFunction(resources: readonly Resource[], name: string): Resource {
  const deployed = `broadsheet-prod-${name.replaceAll('/', '-')}`;
  return ofType(resources, 'Lambda::Function').find(
    ({ Properties }) => Properties.FunctionName === deployed,
  )!;
}

/** The resource that a `Ref` or `Fn::GetAtt` of a template points to. */
export function target(resources: readonly Resource[], from: Resource, reference: any): Resource {
  const logicalId = reference.Ref ?? reference['Fn::GetAtt'][0];
  return resources.find(
    candidate => candidate.template === from.template && candidate.logicalId === logicalId,
  )!;
}

interface PolicyStatement {
  actions: string[];
  resource: any;
  conditions: any;
}

function statementsIn(document: any): PolicyStatement[] {
  const allowing = document.Statement.filter(({ Effect }: any) => Effect === 'Allow');
  return allowing.map(({ Action, Resource: resource, Condition }: any) => ({
    actions: [Action].flat(),
    resource,
    conditions: Condition,
  }));
}

/** All allowing statements of a role: its inline policies and those attached to it. */
export function allowed(resources: readonly Resource[], role: Resource): PolicyStatement[] {
  const attached = ofType(resources, 'IAM::Policy').filter(
    policy =>
      policy.template === role.template &&
      policy.Properties.Roles.some((reference: any) => reference.Ref === role.logicalId),
  );
  return [
    ...(role.Properties.Policies ?? []).map((policy: any) => policy.PolicyDocument),
    ...attached.map(policy => policy.Properties.PolicyDocument),
  ].flatMap(statementsIn);
}

/** The statements of a function's role. */
export function allowedTo(resources: readonly Resource[], name: string): PolicyStatement[] {
  const deployed = findFunction(resources, name);
  return allowed(resources, target(resources, deployed, deployed.Properties.Role));
}
