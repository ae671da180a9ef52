import type { Level } from '../../../infra/local/dynamodb/dynalite.ts';
import { simulation } from './simulation.ts';

/** Takes the place of infra/local/dynamodb/level.ts: LevelDB stays outside of the simulation. */
export function createLevel(dir = ':memory:'): Level {
  return simulation().openStore(dir);
}
