import * as v from 'valibot';
import { ContextValue } from '../../core/context-value.ts';

/** Who acts: the author of a key or session, someone without either, or a process of the service. */
export const Actor = v.object({
  actor: v.picklist(['key', 'session', 'anonymous', 'process']),
  author_id: v.nullable(v.number()),
  /** The id of the key or session. */
  key_id: v.nullable(v.number()),
  /** The name of the worker or command. */
  process: v.nullable(v.string()),
  address: v.nullable(v.string()),
});
export type Actor = v.InferOutput<typeof Actor>;

const NOBODY = { author_id: null, key_id: null, process: null, address: null };
/** The name of the process where no actor is set. */
const UNNAMED = 'service';

const contextActor = new ContextValue<Actor>();

/** Runs a request, event or command, whose entries in the audit trail then name this actor. */
export function actAs<T>(actor: Actor, run: () => T): T {
  return contextActor.run(actor, run);
}

/** Runs work that no request causes, as the named worker or command. */
export function actAsProcess<T>(process: string, run: () => T): T {
  return actAs({ ...NOBODY, actor: 'process', process }, run);
}

/** Makes the actor of someone at this address who has no key. */
export function toAnonymous(address: string | null): Actor {
  return { ...NOBODY, actor: 'anonymous', address };
}

/** Makes the actor of the author who signs in at this address, with the session that the sign-in begins. */
export function toSessionActor(author_id: number, id: number, address: string): Actor {
  return { ...NOBODY, actor: 'session', author_id, key_id: id, address };
}

export function currentActor(): Actor {
  return contextActor.get() ?? { ...NOBODY, actor: 'process', process: UNNAMED };
}
