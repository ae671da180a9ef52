import { ArnFormat, NestedStack } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, MetricFilter, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { NAMESPACE } from '../../../shared/platform/log/metrics.ts';
import { addAlarms } from './alarms.ts';
import { addDashboard } from './dashboard.ts';
import { Measures, THROTTLED, type Watched } from './measures.ts';

interface Options {
  watched: Watched;
  /** API Gateway's access log, a JSON object per line. */
  accessLog: ILogGroup;
  alarmEmail?: string | undefined;
}

/** A dashboard, and alarms that publish to one SNS topic. */
export class Monitoring extends NestedStack {
  constructor(scope: Construct, { watched, accessLog, alarmEmail }: Options) {
    super(scope, 'monitoring');
    const { prefix } = watched;
    new MetricFilter(this, 'throttled', {
      logGroup: accessLog,
      filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
      metricNamespace: NAMESPACE,
      metricName: THROTTLED,
      metricValue: '1',
      dimensions: { service: '$.service' },
    });
    const topic = this.#topic(prefix);
    if (alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(alarmEmail));
    const measures = new Measures(watched);
    const alarms = addAlarms(this, { prefix, measures, action: new SnsAction(topic) });
    addDashboard(this, { prefix, measures, alarms });
  }

  /**
   * A custom policy replaces the default one, which allows the whole account to publish, so CloudWatch needs its own statement. No
   * KMS key: the alarms' texts are public, and a key would cost more than all alarms.
   */
  #topic(prefix: string): Topic {
    const topic = new Topic(this, 'alarms', { enforceSSL: true });
    const alarms = this.formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: `${prefix}-*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    topic.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': this.account },
          ArnLike: { 'aws:SourceArn': alarms },
        },
      }),
    );
    return topic;
  }
}
