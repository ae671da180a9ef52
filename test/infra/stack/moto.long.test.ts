import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findParameters, readTemplates, type Template } from '../../support/deployment/templates.ts';
import { assemble, makeSettings } from './template/synthesized.ts';

/** A Python mock of AWS: it creates the resources of a template by its own models of the services. */
const INSTALL_MOTO = "pip install 'moto[server]==5.2.1'";
const isMissing = spawnSync('moto_server', ['--help']).status !== 0;
const isSkipped = isMissing && !process.env.CI;
if (isSkipped) console.log(`SKIPPED: moto is not installed (${INSTALL_MOTO}).`);

/** Types without a model in moto's CloudFormation, which leaves them out of a stack silently. */
const UNKNOWN_TO_MOTO = [
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::CloudWatch::Alarm',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Logs::MetricFilter',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::Scheduler::ScheduleGroup',
];

/** Settings that add resources; a domain is not among them, as its hosted zone would have to exist. */
const OPTIONS = { monitoring: true, tracing: true, alarmEmail: 'desk@example.com', monthlyBudgetUsd: 40 };

/** In the order of their dependencies: each needs outputs of those before it. */
const STACKS = ['data', 'events', 'monitoring'];

let moto: ChildProcess | undefined;
let aws: CloudFormationClient;
let templates: ReadonlyMap<string, Template>;
/** The outputs of the stacks that were created, by the file of their template. */
const outputs = new Map<string, Readonly<Record<string, string>>>();

beforeAll(async () => {
  if (isMissing) return;
  templates = readTemplates(assemble(makeSettings('prod', OPTIONS)).outdir);
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  aws = new CloudFormationClient({
    endpoint: await startMoto(),
    region: 'us-east-1',
    credentials,
    maxAttempts: 1,
  });
});

afterAll(async () => {
  if (!moto) return;
  moto.kill();
  await once(moto, 'exit');
});

/** Starts moto on a free port. */
async function startMoto(): Promise<string> {
  // No code is uploaded, because no test calls a function.
  const env = { ...process.env, VALIDATE_LAMBDA_S3: 'false' };
  moto = spawn('moto_server', ['-H', '127.0.0.1', '-p', '0'], { stdio: ['ignore', 'ignore', 'pipe'], env });
  const lines = createInterface(moto.stderr!);
  return new Promise((resolve, reject) => {
    lines.on('line', line => {
      const [, address] = /Running on (http:\S+)/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    });
    lines.on('close', () => reject(new Error('moto ended before it listened')));
  });
}

/** Creates a stack of types that moto knows. */
async function createStack(
  name: string,
  template: object,
  parameters: Readonly<Record<string, string>> = {},
) {
  await aws.send(
    new CreateStackCommand({
      StackName: name,
      TemplateBody: JSON.stringify(template),
      Parameters: Object.entries(parameters).map(([key, value]) => ({
        ParameterKey: key,
        ParameterValue: value,
      })),
      Capabilities: ['CAPABILITY_NAMED_IAM'],
    }),
  );
  const { Stacks = [] } = await aws.send(new DescribeStacksCommand({ StackName: name }));
  const { StackResources = [] } = await aws.send(new DescribeStackResourcesCommand({ StackName: name }));
  return { status: Stacks[0]!.StackStatus, outputs: Stacks[0]!.Outputs ?? [], resources: StackResources };
}

/** The template without types that moto does not know; a reference to one becomes its logical id. */
function knownPart(template: Template): Template {
  const { Resources } = template;
  const known = Object.fromEntries(
    Object.entries(Resources).filter(([, { Type }]) => !UNKNOWN_TO_MOTO.includes(Type)),
  );
  const isLeftOut = (id: unknown): boolean => typeof id === 'string' && id in Resources && !(id in known);
  const text = JSON.stringify({ ...template, Resources: known }, (key, value) => {
    if (key === 'DependsOn') return [value].flat().filter((id: string) => !isLeftOut(id));
    const id = value?.Ref ?? value?.['Fn::GetAtt']?.[0];
    return isLeftOut(id) ? id : value;
  });
  return JSON.parse(text);
}

/** The parameters that the parent passes to a nested stack: outputs of earlier stacks, or else the name of a resource. */
function parametersFor(file: string): Record<string, string> {
  const { parent, parameters } = findParameters(templates, file);
  const values = Object.entries<any>(parameters).map(([key, value]) => {
    const [from, output = ''] = value['Fn::GetAtt'] ?? [];
    const nested = templates.get(parent)!.Resources[from]?.nested ?? '';
    return [key, outputs.get(nested)?.[output.replace('Outputs.', '')] ?? value.Ref ?? key];
  });
  return Object.fromEntries(values);
}

describe.skipIf(isSkipped)('stacks of the deployment on moto', () => {
  it('need moto to be installed', () => {
    expect(isMissing ? INSTALL_MOTO : 'installed').toBe('installed');
  });

  it.skipIf(isMissing).each(STACKS)('contain every resource that moto knows: %s', async stack => {
    const file = [...templates.keys()].find(name => name.startsWith(`broadsheetprod${stack}`))!;
    const template = knownPart(templates.get(file)!);

    const created = await createStack(stack, template, parametersFor(file));
    outputs.set(file, Object.fromEntries(created.outputs.map(one => [one.OutputKey!, one.OutputValue!])));

    expect(created.status).toBe('CREATE_COMPLETE');
    expect(created.resources.map(({ LogicalResourceId }) => LogicalResourceId).toSorted()).toEqual(
      Object.keys(template.Resources).toSorted(),
    );
    expect(Object.keys(outputs.get(file)!).toSorted()).toEqual(
      Object.keys(template.Outputs ?? {}).toSorted(),
    );
  });

  it.skipIf(isMissing).each(UNKNOWN_TO_MOTO)('omit only types that moto has no model for: %s', async type => {
    const template = { Resources: { one: { Type: type, Properties: {} } } };

    const { resources } = await createStack(type.replaceAll('::', '-'), template);

    expect(resources.filter(({ ResourceType }) => ResourceType !== undefined)).toEqual([]);
  });
});
