import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function,
  Runtime,
  Tracing,
  type FunctionOptions as CdkFunctionOptions,
  type ILayerVersion,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Bundles } from '../bundle/bundle.ts';
import type { StageSettings } from './deployment.ts';
import type { Statement } from './grants/statement.ts';

/** Options common to all functions of a deployment. */
export interface Deployment {
  /** The prefix of all function names. */
  prefix: string;
  bundles: Bundles;
  /** The layer for functions that need sharp. */
  sharp: ILayerVersion;
  settings: Pick<StageSettings, 'logRetentionDays' | 'tracing' | 'monitoring'>;
}

export interface FunctionOptions extends Pick<
  CdkFunctionOptions,
  'onFailure' | 'retryAttempts' | 'maxEventAge'
> {
  statements: readonly Statement[];
  /** What the role must not be allowed by any statement. */
  denials?: readonly Statement[];
  environment: Record<string, string>;
  timeoutS: number;
  memoryMb?: number | undefined;
}

export const RUNTIME = Runtime.NODEJS_24_X;
export const ARCHITECTURE = Architecture.ARM_64;
const MEMORY_MB = 512;

export function policyStatement(
  { actions, resource, conditions }: Statement,
  effect = Effect.ALLOW,
): PolicyStatement {
  return new PolicyStatement({
    effect,
    actions: [...actions],
    resources: [resource],
    ...(conditions && { conditions }),
  });
}

/** The name of a deployed function. */
export function buildFunctionName(prefix: string, name: string): string {
  return `${prefix}-${name.replaceAll('/', '-')}`;
}

/** A bundled function with its own log group and role. The role allows the statements and writing that log, and denies the denials. */
export class BundledFunction extends Function {
  constructor(
    scope: Construct,
    name: string,
    { prefix, bundles, sharp, settings }: Deployment,
    options: FunctionOptions,
  ) {
    const { statements, denials = [], environment, timeoutS, memoryMb = MEMORY_MB, ...others } = options;
    const functionName = buildFunctionName(prefix, name);
    const id = name.replaceAll(/[^a-z]+/g, '-');
    const logGroup = new LogGroup(scope, `${id}-log`, {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const logging = {
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resource: logGroup.logGroupArn,
    };
    super(scope, id, {
      ...others,
      functionName,
      logGroup,
      role: new Role(scope, `${id}-role`, {
        assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
        inlinePolicies: {
          grants: new PolicyDocument({
            statements: [
              ...[...statements, logging].map(statement => policyStatement(statement)),
              ...denials.map(statement => policyStatement(statement, Effect.DENY)),
            ],
          }),
        },
      }),
      code: Code.fromAsset(join(bundles.folder, name)),
      layers: bundles.needingSharp.has(name) ? [sharp] : [],
      handler: 'index.handler',
      runtime: RUNTIME,
      architecture: ARCHITECTURE,
      memorySize: memoryMb,
      timeout: Duration.seconds(timeoutS),
      // X-Ray supports no resource-level permissions: its statement has the resource "*".
      ...(settings.tracing && { tracing: Tracing.ACTIVE }),
      environment,
    });
  }
}
