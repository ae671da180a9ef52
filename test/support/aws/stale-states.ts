import type { Level, LevelSnapshot } from '../../../infra/aws-local/dynamodb/dynalite/dynalite.ts';
import { nowMs } from '../../../shared/platform/core/clock.ts';

/** All copies of DynamoDB have a write within this time, by the service's clock. */
const COPIED_AFTER_MS = 1000;
/** Descriptions of tables are known everywhere. */
const DESCRIPTION = 'table~';

interface State {
  snapshot: LevelSnapshot;
  /** When the next write was committed. */
  endedMs: number;
}

/**
 * Lets each access to the database see another one of its latest states, as if it asked another copy: items of one batch may be from
 * different moments, and a later read may see an earlier state.
 * @param choose the index of an older state out of so many; undefined for the newest state
 */
export function viewStaleStates(choose: (count: number) => number | undefined): (db: Level) => Level {
  return db => {
    const states: State[] = [];
    const write = db.write.bind(db);
    db.write = async (changes, options) => {
      const snapshot = db.snapshot();
      await write(changes, options);
      states.push({ snapshot, endedMs: nowMs() });
    };
    const forgetOld = (): void => {
      const first = states.findIndex(({ endedMs }) => endedMs > nowMs() - COPIED_AFTER_MS);
      for (const { snapshot } of states.splice(0, first === -1 ? states.length : first))
        void snapshot.close();
    };
    const see = (): { snapshot?: LevelSnapshot } => {
      forgetOld();
      const index = states.length === 0 ? undefined : choose(states.length);
      const state = index === undefined ? undefined : states[index];
      return state ? { snapshot: state.snapshot } : {};
    };
    const unused = () => Promise.reject(new Error('A copy is only read'));
    return {
      open: unused,
      close: unused,
      write: unused,
      clear: unused,
      snapshot: () => db.snapshot(),
      getSync: key => {
        const { snapshot } = key.startsWith(DESCRIPTION) ? {} : see();
        return db.getSync(key, snapshot && { snapshot });
      },
      iterator: range => db.iterator({ ...range, ...see() }),
    };
  };
}
