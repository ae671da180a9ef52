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
import { parametersOf, readTemplates, type Template } from '../support/templates.ts';
import { assemble, settingsOf } from './template/synthesized.ts';

/** The Python tool that plays AWS: it creates the resources of a template by its own models of the services. */
const INSTALL_MOTO = "pip install 'moto[server]==5.2.1'";
const isMissing = spawnSync('moto_server', ['--help']).status !== 0;
const isSkipped = isMissing && !process.env.CI;
if (isSkipped) console.log(`SKIPPED: moto is not installed (${INSTALL_MOTO}).`);

/** The types that moto's CloudFormation has no model for, though it may have their service: a stack leaves them out silently. */
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

/** What adds resources; a domain's hosted zone would have to be there before. */
const OPTIONS = { monitoring: true, tracing: true, alarmEmail: 'desk@example.com', monthlyBudgetUsd: 40 };

/** In the order in which one needs the outputs of another. */
const STACKS = ['data', 'events', 'monitoring'];

let moto: ChildProcess | undefined;
let aws: CloudFormationClient;
let templates: ReadonlyMap<string, Template>;
/** The outputs of the stacks that were created, by the file of their template. */
const outputs = new Map<string, Readonly<Record<string, string>>>();

beforeAll(async () => {
  if (isMissing) return;
  templates = readTemplates(assemble(settingsOf('prod', OPTIONS)).outdir);
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
  // The code of functions isn't uploaded: no function is called.
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

/** Creates a stack; without the types that moto doesn't know, it is all there or refused. */
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

/** The template without what moto doesn't know; a reference to that becomes the text of its name. */
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

/** What the parent passes to a nested stack: outputs of the stacks before it, and else a name that stands for a resource. */
function parametersFor(file: string): Record<string, string> {
  const { parent, parameters } = parametersOf(templates, file);
  const values = Object.entries<any>(parameters).map(([key, value]) => {
    const [from, output = ''] = value['Fn::GetAtt'] ?? [];
    const nested = templates.get(parent)!.Resources[from]?.nested ?? '';
    return [key, outputs.get(nested)?.[output.replace('Outputs.', '')] ?? value.Ref ?? key];
  });
  return Object.fromEntries(values);
}

describe.skipIf(isSkipped)('the stacks of the deployment on moto', () => {
  it('need moto to be installed', () => {
    expect(isMissing ? INSTALL_MOTO : 'installed').toBe('installed');
  });

  it.skipIf(isMissing).each(STACKS)('are created with every resource that moto knows: %s', async stack => {
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

  it.skipIf(isMissing).each(UNKNOWN_TO_MOTO)(
    'leave out a type only because moto has no model for it: %s',
    async type => {
      const template = { Resources: { one: { Type: type, Properties: {} } } };

      const { resources } = await createStack(type.replaceAll('::', '-'), template);

      expect(resources.filter(({ ResourceType }) => ResourceType !== undefined)).toEqual([]);
    },
  );
});
