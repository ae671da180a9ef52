import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { policyStatement } from './function.ts';
import type { Resources } from './grants/statement.ts';

interface Options {
  group: string;
  publisherArn: string;
  failuresArn: string;
}

/** The group of the schedules of posts, and the role with which EventBridge Scheduler may only invoke the publisher. */
export class Scheduling extends Construct {
  readonly schedules: Resources['schedules'];

  constructor(scope: Construct, { group, publisherArn, failuresArn }: Options) {
    super(scope, 'scheduling');
    const { scheduleGroupArn } = new ScheduleGroup(this, 'group', {
      scheduleGroupName: group,
      // A group that outlived its stack would keep its name from the next one. The sweep creates lost schedules from `scheduled_at`.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'role', {
      // Only schedules of this group may assume the role.
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account, 'aws:SourceArn': scheduleGroupArn },
        },
      }),
      inlinePolicies: {
        invoke: new PolicyDocument({
          statements: [
            policyStatement({ actions: ['lambda:InvokeFunction'], resource: publisherArn }),
            policyStatement({ actions: ['sqs:SendMessage'], resource: failuresArn }),
          ],
        }),
      },
    });
    const arn = Stack.of(this).formatArn({ service: 'scheduler', resource: 'schedule', resourceName: group });
    this.schedules = { group, arn, roleArn: role.roleArn, failuresArn, publisherArn };
  }
}
