import { CfnOutput, Stack, Tags, type App } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Code, LayerVersion } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Bundles } from '../bundle/bundle.ts';
import { Api, type Row } from './api.ts';
import type { StageSettings } from './deployment.ts';
import { Events } from './events.ts';
import { ARCHITECTURE, RUNTIME } from './function.ts';
import type { Gateway } from './gateway.ts';
import type { Edge } from './edge/edge.ts';
import { Monitoring } from './observability/monitoring.ts';
import type { Settings } from './settings.ts';
import { Data } from './storage.ts';
import { addWarnings } from './warnings.ts';

export interface Built extends Bundles {
  /** The folder of the layer with sharp. */
  sharp: string;
}

/** A deployment of the service: one stack with nested ones, so that one command deploys everything. */
export class Broadsheet extends Stack {
  constructor(app: App, settings: Settings, { sharp, ...bundles }: Built, routes?: readonly Row[]) {
    const { prefix } = settings;
    super(app, prefix, { terminationProtection: settings.deployment.protected, analyticsReporting: false });
    Tags.of(this).add('service', prefix);
    addWarnings(this, settings);
    const layer = new LayerVersion(this, 'sharp', {
      code: Code.fromAsset(sharp),
      compatibleRuntimes: [RUNTIME],
      compatibleArchitectures: [ARCHITECTURE],
    });
    const deployment = { prefix, bundles, sharp: layer, settings: settings.deployment };
    const {
      media,
      mediaDomain: domain,
      restoredTable,
      protected: isProtected,
      retained,
    } = settings.deployment;
    const hasCdn = media.cdn;
    const data = new Data(this, { prefix, retained, isProtected, hasCdn, domain, restoredTable });
    const { bucketName: name, bucketArn: arn } = data.media;
    const secret = settings.deployment.edge && createSecret(this);
    const api = new Api(this, { deployment, settings, secret, media: { name, arn, cdnUrl: data.cdn?.url } });
    const { gateway } = api;
    const edge =
      secret === undefined ? undefined : this.#addEdge(settings, { data, host: gateway.host, secret });
    const ownMediaUrl = data.cdn?.url ?? `${gateway.address}/media`;
    const mediaUrl = domain ? ownMediaUrl : (edge?.mediaUrl ?? ownMediaUrl);
    const events = new Events(this, deployment, {
      ...{ data, mediaUrl, settings },
      distributions: edge && [edge.distributionId, ...(data.cdn ? [data.cdn.distributionId] : [])],
    });
    api.addEndpoints(events.resources, routes);
    this.#observe(settings.deployment, { prefix, data, events, gateway });
    const outputs = {
      ApiUrl: gateway.address,
      ...(edge && { EdgeUrl: edge.url }),
      MediaUrl: mediaUrl,
      TableName: data.table.tableName,
      ContentBucket: data.content.bucketName,
      MediaBucket: data.media.bucketName,
      UndeliveredUrl: events.undelivered.queueUrl,
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }

  #addEdge(
    { prefix, apiKeyHeader, deployment }: Settings,
    { data, host, secret }: { data: Data; host: string; secret: string },
  ): Edge | undefined {
    const { edge, cors } = deployment;
    if (!edge) return undefined;
    return data.addEdge({
      ...{ prefix, settings: edge, apiKeyHeader, origins: cors.origins },
      api: { host, secret },
    });
  }

  #observe(
    { monitoring, alarmEmail, monthlyBudgetUsd }: StageSettings,
    { prefix, data, events, gateway }: { prefix: string; data: Data; events: Events; gateway: Gateway },
  ): void {
    if (alarmEmail !== undefined && monthlyBudgetUsd !== undefined)
      addBudget(this, { monthlyUsd: monthlyBudgetUsd, email: alarmEmail });
    if (!monitoring) return;
    const { accessLog } = gateway;
    const watched = {
      prefix,
      apiId: gateway.apiId,
      distributionId: data.cdn?.distributionId,
      tableName: data.table.tableName,
      queueName: events.undelivered.queueName,
      buckets: [
        { label: 'content', name: data.content.bucketName },
        { label: 'media', name: data.media.bucketName },
      ],
    };
    new Monitoring(this, { watched, accessLog, alarmEmail });
  }
}

/**
 * The secret that proves to the API that a request came through the edge. It is in no template: CloudFormation inserts it where it is used.
 */
function createSecret(scope: Construct): string {
  const secret = new Secret(scope, 'edge-secret', {
    description: 'Proves to the API that a request came through the edge',
    generateSecretString: { excludePunctuation: true, passwordLength: 48 },
  });
  return secret.secretValue.unsafeUnwrap();
}

interface Options {
  monthlyUsd: number;
  email: string;
}

/**
 * Sends mail when the month's costs exceed the budget, and when the forecast does. It covers the whole account: a budget by tag is
 * empty until the tag is activated for billing.
 */
function addBudget(scope: Construct, { monthlyUsd, email }: Options): void {
  const subscribers = [{ subscriptionType: 'EMAIL', address: email }];
  new CfnBudget(scope, 'budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyUsd, unit: 'USD' },
    },
    notificationsWithSubscribers: ['ACTUAL', 'FORECASTED'].map(notificationType => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold: 100 },
      subscribers,
    })),
  });
}
