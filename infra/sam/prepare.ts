import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundle } from '../bundle/bundle.ts';
import { layOutSharp } from '../bundle/sharp.ts';
import { readVariable } from '../core/environment.ts';
import { ROOT } from '../core/root.ts';
import type { Resources } from '../stack/grants/statement.ts';
import { CONTAINERS_HOST, findContainerGateway, forwardPort } from './forward.ts';
import { buildSamEnvironment, buildSamTemplate, type SamArchitecture } from './template.ts';

const LAYER = join(ROOT, 'infra/layers/sharp');

/** Copies the layer with sharp for containers on this machine: on ARM the deployment's own, otherwise the same release for x86. */
async function layOutSharpFor(architecture: SamArchitecture, outdir: string): Promise<void> {
  if (architecture === 'arm64') {
    await layOutSharp(outdir);
    return;
  }
  const folder = join(outdir, 'nodejs');
  await rm(outdir, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    await cp(join(LAYER, file), join(folder, file));
  await promisify(execFile)('npm', ['ci', '--cpu=x64', '--prefer-offline'], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
}

const FOLDER = '.cache/sam';
const ENGINES = ['DYNAMODB', 'S3', 'SCHEDULER', 'SQS', 'SECRETS_MANAGER'] as const;

function listResources(mediaUrl: string): Resources {
  const bucket = (name: 'CONTENT_BUCKET' | 'MEDIA_BUCKET') => ({
    name: readVariable(name),
    arn: `arn:aws:s3:::${readVariable(name)}`,
  });
  return {
    table: { name: readVariable('TABLE_NAME'), arn: '' },
    content: bucket('CONTENT_BUCKET'),
    media: { ...bucket('MEDIA_BUCKET'), url: mediaUrl },
    secretArns: [],
    signInSecretArns: [],
    schedules: {
      group: readVariable('SCHEDULE_GROUP'),
      arn: '',
      roleArn: readVariable('SCHEDULE_ROLE_ARN'),
      failuresArn: readVariable('SCHEDULE_FAILURES_ARN'),
      publisherArn: readVariable('PUBLISHER_ARN'),
    },
    distributions: [],
    due: { arn: '', url: readVariable('DUE_QUEUE_URL') },
  };
}

/**
 * Builds what `sam local` needs to run the functions in Lambda's image on the data of the running stack, and makes its engines
 * reachable for containers, at the gateway's port + 1 to + 5.
 * @returns the command that starts it
 */
export async function prepareSam({ url, site }: { url: string; site: object }): Promise<string> {
  const architecture: SamArchitecture = process.arch === 'arm64' ? 'arm64' : 'x86_64';
  const { needingSharp } = await bundle(join(FOLDER, 'functions'), site);
  await layOutSharpFor(architecture, join(FOLDER, 'layer'));
  const endpoints = await openEngines(Number(new URL(url).port));
  const resources = listResources(`${url}/media`);
  const localVariables = {
    AWS_REGION: readVariable('AWS_REGION'),
    AWS_ACCESS_KEY_ID: readVariable('AWS_ACCESS_KEY_ID'),
    AWS_SECRET_ACCESS_KEY: readVariable('AWS_SECRET_ACCESS_KEY'),
    LOG_LEVEL: 'info',
    ...endpoints,
  };
  await mkdir(FOLDER, { recursive: true });
  const write = (file: string, content: object) =>
    writeFile(join(FOLDER, file), JSON.stringify(content, null, 2), { mode: 0o600 });
  await write('template.json', buildSamTemplate({ architecture, needingSharp, resources }));
  await write('env.json', buildSamEnvironment(resources, localVariables));
  return commandLine();
}

async function openEngines(gatewayPort: number): Promise<Record<string, string>> {
  const endpoints = await Promise.all(
    ENGINES.map(async (engine, index) => {
      const name = `AWS_ENDPOINT_URL_${engine}` as const;
      const port = gatewayPort + 1 + index;
      await forwardPort({ host: findContainerGateway(), port }, readVariable(name));
      return [name, `http://${CONTAINERS_HOST}:${port}`] as const;
    }),
  );
  return Object.fromEntries(endpoints);
}

function commandLine(): string {
  return [
    `sam local start-api --template ${FOLDER}/template.json --env-vars ${FOLDER}/env.json`,
    '--warm-containers LAZY',
    // Docker Desktop resolves the name by itself.
    ...(process.platform === 'linux' ? [`--add-host ${CONTAINERS_HOST}:host-gateway`] : []),
  ].join(' ');
}
