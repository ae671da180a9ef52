import type { NamedGrant } from '../../../functions/runtime/route.ts';
import type { MakeStatements } from './statement.ts';

/** Secrets, schedules, the edge and the queue of due seconds. */
export const SERVICES_STATEMENTS = {
  'secrets:read': ({ secretArns }) =>
    secretArns.map(resource => ({ actions: ['secretsmanager:GetSecretValue'], resource })),
  'secrets:sign-in': ({ signInSecretArns }) =>
    signInSecretArns.map(resource => ({ actions: ['secretsmanager:GetSecretValue'], resource })),
  schedule: ({ schedules }) => [
    {
      actions: ['scheduler:CreateSchedule'],
      resource: `${schedules.arn}/due-*`,
    },
    {
      actions: ['iam:PassRole'],
      resource: schedules.roleArn,
      conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    },
  ],
  'edge:invalidate': ({ distributions }) =>
    distributions.map(({ arn }) => ({ actions: ['cloudfront:CreateInvalidation'], resource: arn })),
  'due:send': ({ due }) => [{ actions: ['sqs:SendMessage'], resource: due.arn }],
} satisfies Partial<Record<NamedGrant, MakeStatements>>;
