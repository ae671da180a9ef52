import { Annotations, CfnOutput, Stack, Tags, type App } from 'aws-cdk-lib';
import { Api } from './api.ts';
import { Data } from './data.ts';
import { Events } from './events.ts';
import type { Settings } from './settings.ts';

/** One deployment of the service: everything in one stack with nested ones, so that one command brings all of it. */
export class Broadsheet extends Stack {
  constructor(app: App, { stage, site }: Settings, bundles: string) {
    const prefix = `broadsheet-${stage}`;
    super(app, prefix, { terminationProtection: stage === 'prod', analyticsReporting: false });
    Tags.of(this).add('service', prefix);
    if (!('baseUrl' in site))
      Annotations.of(this).addWarningV2(
        'broadsheet:baseUrl',
        'site.baseUrl is not set: addresses of posts will lead to 127.0.0.1',
      );
    const data = new Data(this, stage);
    const { resources } = new Events(this, { prefix, bundles }, data);
    const { url } = new Api(this, { prefix, bundles }, resources);
    new CfnOutput(this, 'ApiUrl', { value: url });
    new CfnOutput(this, 'TableName', { value: data.table.tableName });
  }
}
