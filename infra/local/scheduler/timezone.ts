import { instantOf } from '../../../shared/text/zone.ts';
import { invalid } from './errors.ts';

/** The instant (epoch ms) at which clocks in `timezone` (an IANA name) show the wall time given as if it were UTC. */
export function zonedToEpochMs(wallMs: number, timezone: string): number {
  try {
    return instantOf(wallMs, timezone);
  } catch {
    throw invalid(`Invalid Schedule Expression Timezone ${timezone}.`);
  }
}
