import * as v from 'valibot';
import { checkSite } from '../../shared/platform/site/check-site.ts';
import { describeIssues } from '../../shared/platform/core/faults.ts';
import type { Site } from '../../shared/platform/site/site-schema.ts';
import { readRegion } from './domain-settings.ts';
import {
  DeploymentSettings,
  NewsroomName,
  StageName,
  withDefaults,
  type StageSettings,
} from './deployment.ts';

export interface Settings {
  stage: string;
  /** The stack's name, and the prefix of all names that must be unique in an account or region. */
  prefix: string;
  /** The site's configuration as written. Each function validates it and adds the defaults. */
  site: object;
  /** The site's additional header for keys. */
  apiKeyHeader?: string | undefined;
  /** Whether the site limits the requests per key. */
  limited?: boolean;
  /** The names of secrets in AWS Secrets Manager that the site's configuration refers to, but for that of single sign-on. */
  secretNames?: readonly string[];
  /** The name of the secret of single sign-on, which only the function that signs in reads. */
  signInSecretName?: string | undefined;
  /** How this stage is deployed. */
  deployment: StageSettings;
}

const SiteObject = v.optional(v.looseObject({}, 'site: must be an object'), {});

/**
 * @param region of the deployment, if it is known
 * @throws Error that lists every fault of the CDK's context
 */
export function readSettings(context: (name: string) => unknown, region?: string): Settings {
  const faults: string[] = [];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  const stage = attempt(() => parseName('stage', StageName, context('stage') ?? 'prod'));
  const newsroom = attempt(() => parseName('newsroom', NewsroomName, context('newsroom') ?? 'broadsheet'));
  const site = attempt(() => v.parse(SiteObject, context('site')));
  const checked = site && attempt(() => checkSite(site));
  const stages = attempt(() => parseDeployment(context('deployment')));
  const deployment = stage && stages && withDefaults(stage, stages[stage]);
  if (site && checked && deployment) attempt(() => requireOneMediaName(site, checked, deployment));
  if (stage && deployment) attempt(() => requireOneRegion(stage, deployment, region));
  if (faults.length > 0 || !stage || !newsroom || !site || !deployment) throw new Error(faults.join('\n'));
  const limited = checked?.limits.requestsPerMinute !== undefined;
  const secretNames = checked ? listSecretNames(checked) : [];
  const prefix = `${newsroom}-${stage}`;
  const signInSecretName = checked?.signIn.singleSignOn?.secret.secretName;
  const { apiKeyHeader } = checked ?? {};
  return { stage, prefix, site, apiKeyHeader, limited, secretNames, signInSecretName, deployment };
}

function listSecretNames({ features, partnerNews }: Site): string[] {
  return features.partnerNews && partnerNews ? [partnerNews.secret.secretName] : [];
}

/** @throws Error that names the setting */
function parseName(name: string, schema: v.GenericSchema<string>, value: unknown): string {
  const { success, output, issues } = v.safeParse(schema, value);
  if (success) return output;
  throw new Error(`${name}: ${issues[0].message}`);
}

function parseDeployment(value: unknown = {}): v.InferOutput<typeof DeploymentSettings> {
  const result = v.safeParse(DeploymentSettings, value);
  if (result.success) return result.output;
  throw new Error(`The deployment settings have faults:\n${describeIssues(result.issues).join('\n')}`);
}

/** Functions use the site's setting: if the two names differed, the certificate would be for another host than the addresses shown. */
function requireOneMediaName(site: object, { mediaBaseUrl }: Site, { mediaDomain }: StageSettings): void {
  if (mediaDomain && 'mediaBaseUrl' in site && mediaBaseUrl !== `https://${mediaDomain.name}`)
    throw new Error('site.mediaBaseUrl: differs from the deployment’s mediaDomain; leave one out');
}

/** The deployment would fail at the domain name, after minutes. */
function requireOneRegion(stage: string, { domain }: StageSettings, region: string | undefined): void {
  if (!domain || region === undefined || readRegion(domain) === region) return;
  const setting = `${stage}.domain.certificateArn`;
  throw new Error(
    `${setting}: is in ${readRegion(domain)}, but the deployment in ${region}, where the API needs its certificate`,
  );
}
