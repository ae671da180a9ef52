import { routeList } from '../../functions/routes/index.ts';
import { UNKNOWN } from '../bundle/entries.ts';
import type { Resources } from '../stack/grants/statement.ts';
import { buildEnvironment } from '../stack/policies.ts';
import { listMethods } from '../../functions/runtime/routing.ts';
import { workers, type Worker } from '../../functions/events/workers.ts';

/** The content types that API Gateway passes on as base64; SAM needs them listed. */
const BINARY = ['multipart/form-data', 'application/octet-stream'];
const TIMEOUT_S = 29;
const MEMORY_MB = 512;
/** Variables that Lambda sets itself; here they point to this machine. */
const LOCAL_VARIABLES = [
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_ENDPOINT_URL_DYNAMODB',
  'AWS_ENDPOINT_URL_S3',
  'AWS_ENDPOINT_URL_SCHEDULER',
  'AWS_ENDPOINT_URL_SQS',
  'AWS_ENDPOINT_URL_SECRETS_MANAGER',
  'LOG_LEVEL',
];

export type SamArchitecture = 'arm64' | 'x86_64';

export interface SamOptions {
  architecture: SamArchitecture;
  /** The functions with the layer. */
  needingSharp: ReadonlySet<string>;
  /** The resources that the functions' environments name. */
  resources: Resources;
}

interface SamFunction {
  name: string;
  environment: Record<string, string>;
  timeoutS: number;
  memoryMb?: number | undefined;
  /** The routes of its endpoint. */
  routes?: object[];
}

/** SAM accepts only letters and digits. */
export function toSamName(name: string): string {
  return name.replaceAll(/(?:^|[^a-z0-9]+)([a-z0-9])/g, (_all, first: string) => first.toUpperCase());
}

/** Every function of the deployment; endpoints have the event of their route. */
function buildFunctions(resources: Resources): SamFunction[] {
  const endpoints = routeList.map(({ name, method, path, grants, timeoutS = TIMEOUT_S, memoryMb }) => ({
    name,
    environment: buildEnvironment(grants, resources),
    timeoutS,
    memoryMb,
    routes: listMethods({ method }).map(Method => ({ Method, Path: path })),
  }));
  const events = Object.entries<Worker>(workers).map(([name, { grants, environment, ...others }]) => ({
    name: `events/${name}`,
    environment: { ...buildEnvironment(grants, resources), ...environment },
    ...others,
  }));
  // The running service serves the files, as the CDN does for a deployment.
  const environment = { MEDIA_AT_API: 'redirected', MEDIA_BASE_URL: resources.media.url };
  return [...endpoints, { name: UNKNOWN, environment, timeoutS: TIMEOUT_S, routes: [{}] }, ...events];
}

/**
 * A template for `sam local`, which does not find routes in nested stacks: all functions and routes in one flat file next to
 * `functions/` and `layer/`. It names each function's variables. Their values are in SAM's own file, which takes precedence over
 * the shell's variables.
 */
export function buildSamTemplate({ architecture, needingSharp, resources }: SamOptions): object {
  const toResource = ({ name, environment, timeoutS, memoryMb = MEMORY_MB, routes }: SamFunction) => ({
    Type: 'AWS::Serverless::Function',
    Properties: {
      CodeUri: `functions/${name}`,
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Architectures: [architecture],
      MemorySize: memoryMb,
      Timeout: timeoutS,
      Layers: needingSharp.has(name) ? [{ Ref: 'Sharp' }] : [],
      Environment: {
        Variables: Object.fromEntries(
          [...LOCAL_VARIABLES, ...Object.keys(environment)].map(key => [key, '']),
        ),
      },
      ...(routes && {
        Events: Object.fromEntries(
          routes.map((route, at) => [
            `Route${at}`,
            { Type: 'HttpApi', Properties: { ApiId: { Ref: 'Api' }, ...route } },
          ]),
        ),
      }),
    },
  });
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Transform: 'AWS::Serverless-2016-10-31',
    Resources: {
      Api: {
        Type: 'AWS::Serverless::HttpApi',
        Properties: {
          DefinitionBody: { openapi: '3.0.1', paths: {}, 'x-amazon-apigateway-binary-media-types': BINARY },
        },
      },
      Sharp: {
        Type: 'AWS::Serverless::LayerVersion',
        Properties: {
          ContentUri: 'layer',
          CompatibleRuntimes: ['nodejs24.x'],
          CompatibleArchitectures: [architecture],
        },
      },
      ...Object.fromEntries(
        buildFunctions(resources).map(definition => [toSamName(definition.name), toResource(definition)]),
      ),
    },
  };
}

/** The values of all variables for every function. `localVariables` has those that point to this machine. */
export function buildSamEnvironment(resources: Resources, localVariables: Record<string, string>): object {
  const blank = Object.fromEntries(LOCAL_VARIABLES.map(name => [name, '']));
  const named = buildFunctions(resources).flatMap(({ environment }) => Object.entries(environment));
  return { Parameters: { ...blank, ...Object.fromEntries(named), ...localVariables } };
}
