import { Directory } from '../../../shared/taxonomy/sections/directory.ts';
import { DEFAULTS, NO_SETTINGS } from '../../../shared/taxonomy/sections/record.ts';
import { STATUS } from '../../../shared/taxonomy/sections/record.ts';

/** A directory of sections with the urls `url-<id>`. */
export function makeDirectory(publicIds: readonly number[], privateIds: readonly number[]): Directory {
  const sections = [...publicIds, ...privateIds].map(id => ({
    value: {
      ...DEFAULTS,
      id,
      title: `Title ${id}`,
      url: `url-${id}`,
      status: privateIds.includes(id) ? STATUS.private : STATUS.public,
      page_settings: NO_SETTINGS,
      created_ts: 0,
    },
    version: 1,
  }));
  return new Directory({ rev: 1, next_order: 1, fingerprint: '' }, sections, []);
}
