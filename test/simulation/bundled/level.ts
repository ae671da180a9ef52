import type { Level } from '../../../infra/aws-local/dynamodb/dynalite/dynalite.ts';
import { simulation } from './simulation.ts';

/** Takes the place of infra/aws-local/dynamodb/level.ts: LevelDB stays outside of the simulation. */
export function createLevel(dir = ':memory:'): Level {
  return simulation().openStore(dir);
}
