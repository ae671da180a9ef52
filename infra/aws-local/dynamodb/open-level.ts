import { toReason } from '../../core/command.ts';
import type { Level } from './dynalite/dynalite.ts';
import { createLevel } from './level.ts';

/** @throws Error that names DATA_DIR, the folder and the reason */
export async function openLevel(dir: string | undefined): Promise<Level> {
  const db = createLevel(dir);
  try {
    await db.open();
    return db;
  } catch (cause) {
    throw new Error(`DATA_DIR: cannot open the database in ${dir ?? 'memory'}: ${explainOpening(cause)}`, {
      cause,
    });
  }
}

/** LevelDB's error has the reason as its cause. */
function explainOpening(error: unknown): string {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const isLocked = reason instanceof Error && 'code' in reason && reason.code === 'LEVEL_LOCKED';
  return isLocked ? 'another process uses it' : toReason(reason);
}
