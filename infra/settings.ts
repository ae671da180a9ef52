import * as v from 'valibot';
import { checkSite } from '../shared/config/check.ts';

/** prod keeps the data whatever happens to the stack; dev takes it away with the stack. */
const Stage = v.picklist(['prod', 'dev'], 'stage: must be prod or dev');
export type Stage = v.InferOutput<typeof Stage>;

export interface Settings {
  stage: Stage;
  /** The site's configuration as written: checked, and completed with defaults by each function. */
  site: object;
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
  if (site) attempt(() => checkSite(site));
  if (faults.length > 0 || !stage || !site) throw new Error(faults.join('\n'));
  return { stage, site };
}
