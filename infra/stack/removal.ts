import { RemovalPolicy } from 'aws-cdk-lib';
import type { Stage } from './settings.ts';

/**
 * What happens to a store when its stack is deleted. In production it is retained, unless the deployment that creates it fails: an
 * empty store that outlived each failed attempt would only have to be found and deleted by hand.
 */
export function removalPolicyOf(stage: Stage): RemovalPolicy {
  return stage === 'prod' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
