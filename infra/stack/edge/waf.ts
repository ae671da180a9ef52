import { Aws, CfnRule, Fn } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { EdgeSettings } from './settings.ts';

const WINDOW_S = 300;

/** The groups of rules that AWS keeps. */
const MANAGED = [
  'AWSManagedRulesAmazonIpReputationList',
  'AWSManagedRulesKnownBadInputsRuleSet',
  'AWSManagedRulesCommonRuleSet',
];

/** Programs that read the API need not name themselves. */
const COUNTED = [{ name: 'NoUserAgent_HEADER', actionToUse: { count: {} } }];

function see(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

/** Only reads: a post's body has the markup that the rules refuse, and whoever writes needs a key. */
const READS: CfnWebACL.StatementProperty = {
  orStatement: {
    statements: ['GET', 'HEAD'].map(searchString => ({
      byteMatchStatement: {
        searchString,
        fieldToMatch: { method: {} },
        positionalConstraint: 'EXACTLY',
        textTransformations: [{ priority: 0, type: 'NONE' }],
      },
    })),
  },
};

/**
 * The firewall of the edge: a limit for each address, and AWS's rules for reads. AWS creates web ACLs for CloudFront only in us-east-1, so the
 * deployment stops at once in another region.
 */
export function createWebAcl(
  scope: Construct,
  { requestsPer5Min }: NonNullable<EdgeSettings['waf']>,
  name: string,
): CfnWebACL {
  new CfnRule(scope, 'waf-region', {
    assertions: [
      {
        assert: Fn.conditionEquals(Aws.REGION, 'us-east-1'),
        assertDescription: 'edge.waf works in us-east-1 only; elsewhere set edge.webAclArn',
      },
    ],
  });
  return new CfnWebACL(scope, 'waf', {
    name,
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: see(name),
    rules: [
      {
        name: 'rate',
        priority: 0,
        action: { block: { customResponse: { responseCode: 429 } } },
        statement: {
          rateBasedStatement: {
            limit: requestsPer5Min,
            evaluationWindowSec: WINDOW_S,
            aggregateKeyType: 'IP',
          },
        },
        visibilityConfig: see(`${name}-rate`),
      },
      ...MANAGED.map((group, index) => ({
        name: group,
        priority: index + 1,
        overrideAction: { none: {} },
        statement: {
          managedRuleGroupStatement: {
            vendorName: 'AWS',
            name: group,
            scopeDownStatement: READS,
            ...(group === 'AWSManagedRulesCommonRuleSet' && { ruleActionOverrides: COUNTED }),
          },
        },
        visibilityConfig: see(`${name}-${group}`),
      })),
    ],
  });
}
