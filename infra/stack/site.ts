import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { UsageError } from '../core/command.ts';

const Settings = v.record(v.string(), v.unknown());
const CdkJson = v.object({ context: Settings });

/** The context of cdk.json, as the CDK's command passes it. */
export function readContext(): Record<string, unknown> {
  const text = readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8');
  return v.parse(CdkJson, JSON.parse(text)).context;
}

/**
 * The `site` of cdk.json, not yet validated. The variable `SITE` replaces single settings on this machine, and before it `defaults` do.
 * @throws UsageError when SITE is not a JSON object
 */
export function siteFromCdkJson(overrides = '{}', defaults: object = {}): object {
  const { site = {} } = readContext();
  const { success, output } = v.safeParse(
    v.pipe(
      v.string(),
      v.parseJson(),
      v.check(json => !Array.isArray(json)),
      Settings,
    ),
    overrides,
  );
  if (!success) throw new UsageError(`SITE: must be a JSON object, such as '{"siteTitle": "Courier"}'`);
  return { ...v.parse(Settings, site), ...defaults, ...output };
}
