import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const CdkJson = v.object({ context: v.object({ site: v.optional(v.record(v.string(), v.unknown()), {}) }) });

/** The `site` of cdk.json, not yet validated. `SITE`, JSON, replaces single settings: for trying them out on this machine. */
export function siteFromCdkJson(overrides = '{}'): object {
  const text = readFileSync(new URL('../cdk.json', import.meta.url), 'utf8');
  const { site } = v.parse(CdkJson, JSON.parse(text)).context;
  return { ...site, ...v.parse(v.record(v.string(), v.unknown()), JSON.parse(overrides)) };
}
