import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const Settings = v.record(v.string(), v.unknown());
const CdkJson = v.object({ context: Settings });

/** What cdk.json says, as the CDK's own command would pass it on. */
export function contextOfCdkJson(): Record<string, unknown> {
  const text = readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8');
  return v.parse(CdkJson, JSON.parse(text)).context;
}

/** The `site` of cdk.json, not yet validated. `SITE`, JSON, replaces single settings: for trying them out on this machine. */
export function siteFromCdkJson(overrides = '{}'): object {
  const { site = {} } = contextOfCdkJson();
  return { ...v.parse(Settings, site), ...v.parse(Settings, JSON.parse(overrides)) };
}
