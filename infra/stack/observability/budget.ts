import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';

interface Options {
  monthlyUsd: number;
  email: string;
}

/**
 * Sends mail when the month's costs exceed the budget, and when the forecast does. It covers the whole account: a budget by tag is
 * empty until the tag is activated for billing.
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
