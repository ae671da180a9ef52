import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';

interface Options {
  monthlyUsd: number;
  email: string;
}

/**
 * Tells by mail when the month has cost so much, and when it looks as if it will. Of the whole account: a budget of what is tagged
 * would see nothing until somebody activates the tag for billing.
 */
export function addBudget(scope: Construct, { monthlyUsd, email }: Options): void {
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
