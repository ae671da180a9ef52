import * as v from 'valibot';
import { checkSite } from '../../shared/core/check-site.ts';
import { describeIssues } from '../../shared/core/faults.ts';
import type { Site } from '../../shared/core/site.ts';
import { DeploymentSettings, type StageSettings } from './deployment.ts';

/** prod keeps the data whatever happens to the stack; dev takes it away with the stack. */
const Stage = v.picklist(['prod', 'dev'], 'stage: must be prod or dev');
export type Stage = v.InferOutput<typeof Stage>;

export interface Settings {
  stage: Stage;
  /** The site's configuration as written: checked, and completed with defaults by each function. */
  site: object;
  /** One more header that carries a key, as the site has it. */
  apiKeyHeader?: string | undefined;
  /** Whether the site limits how many requests a key may make. */
  limited?: boolean;
  /** Those in AWS Secrets Manager that the site's configuration refers to, by name. */
  secretNames?: readonly string[];
  /** How this stage is deployed. */
  deployment: StageSettings;
}

const SiteObject = v.optional(v.looseObject({}, 'site: must be an object'), {});

/** @throws Error that lists every fault of the CDK's context, in words */
export function readSettings(context: (name: string) => unknown): Settings {
  const faults: string[] = [];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  const stage = attempt(() => v.parse(v.optional(Stage, 'prod'), context('stage')));
  const site = attempt(() => v.parse(SiteObject, context('site')));
  const checked = site && attempt(() => checkSite(site));
  const stages = attempt(() => parseDeployment(context('deployment')));
  const deployment = stage && stages?.[stage];
  if (site && checked && deployment) attempt(() => requireOneMediaName(site, checked, deployment));
  if (faults.length > 0 || !stage || !site || !deployment) throw new Error(faults.join('\n'));
  const limited = checked?.limits.requestsPerMinute !== undefined;
  const secretNames = checked ? secretNamesOf(checked) : [];
  return { stage, site, apiKeyHeader: checked?.apiKeyHeader, limited, secretNames, deployment };
}

function secretNamesOf({ features, partnerNews }: Site): string[] {
  return features.partnerNews && partnerNews ? [partnerNews.secret.secretName] : [];
}

function parseDeployment(value: unknown = {}): Record<Stage, StageSettings> {
  const result = v.safeParse(DeploymentSettings, value);
  if (result.success) return result.output;
  throw new Error(`The deployment settings have faults:\n${describeIssues(result.issues).join('\n')}`);
}

/** Functions believe the site's setting: with two names, one would have a certificate and the other be shown. */
function requireOneMediaName(site: object, { mediaBaseUrl }: Site, { mediaDomain }: StageSettings): void {
  if (mediaDomain && 'mediaBaseUrl' in site && mediaBaseUrl !== `https://${mediaDomain.name}`)
    throw new Error('site.mediaBaseUrl: names another place than deployment’s mediaDomain; leave one out');
}
