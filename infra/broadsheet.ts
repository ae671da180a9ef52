import { Annotations, CfnOutput, Stack, Tags, type App } from 'aws-cdk-lib';
import { Code, LayerVersion } from 'aws-cdk-lib/aws-lambda';
import { Api, type Row } from './api.ts';
import type { Bundles } from './bundle/bundle.ts';
import { Data } from './data.ts';
import { Events } from './events.ts';
import { ARCHITECTURE, RUNTIME } from './function.ts';
import type { Settings } from './settings.ts';

export interface Built extends Bundles {
  /** The folder of the layer with sharp. */
  sharp: string;
}

/** One deployment of the service: everything in one stack with nested ones, so that one command brings all of it. */
export class Broadsheet extends Stack {
  constructor(app: App, settings: Settings, { sharp, ...bundles }: Built, routes?: readonly Row[]) {
    const { stage, site } = settings;
    const prefix = `broadsheet-${stage}`;
    super(app, prefix, { terminationProtection: stage === 'prod', analyticsReporting: false });
    Tags.of(this).add('service', prefix);
    if (!('baseUrl' in site))
      Annotations.of(this).addWarningV2(
        'broadsheet:baseUrl',
        'site.baseUrl is not set: addresses of posts will lead to 127.0.0.1',
      );
    const layer = new LayerVersion(this, 'sharp', {
      code: Code.fromAsset(sharp),
      compatibleRuntimes: [RUNTIME],
      compatibleArchitectures: [ARCHITECTURE],
    });
    const deployment = { prefix, bundles, sharp: layer, settings: settings.deployment };
    const data = new Data(this, { prefix, stage, domain: settings.deployment.mediaDomain });
    const { resources } = new Events(this, deployment, data);
    const { gateway } = new Api(this, { deployment, resources, settings, routes });
    new CfnOutput(this, 'ApiUrl', { value: gateway.address });
    new CfnOutput(this, 'MediaUrl', { value: data.mediaUrl });
    new CfnOutput(this, 'TableName', { value: data.table.tableName });
  }
}
