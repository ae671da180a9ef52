import type * as v from 'valibot';
import type { IfMatch } from '../../../platform/core/if-match.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { throwFaults } from '../../../platform/http/query.ts';
import type { AnyPostEditInput } from '../../record/input.ts';
import { editInAnyState, type EditInAnyState } from '../edit-in-any-state.ts';
import { revertPost, type Dropped } from '../revert.ts';
import { applyStaged } from './apply.ts';
import { discardStaged } from './discard.ts';
import { planApplication } from './plan.ts';
import type { Opened } from './show.ts';
import { autosaveOrStage, stageEdit } from './stage.ts';

type Asked = v.InferOutput<typeof AnyPostEditInput>;

/** A saved post: what is staged for it is undefined where that was not looked for. */
export type Saved = Opened & { dropped?: Dropped[] };

/** Does what an editor's program asks for: an ordinary edit, an autosave, a revert, or what concerns the staged change. */
export async function saveAsAsked(
  id: number,
  asked: Asked,
  { caller, ifMatch }: { caller: Caller; ifMatch: IfMatch },
): Promise<Saved> {
  const { body_version: bodyVersion, prevent_modifying_updated_ts: keepUpdatedTs, ...sent } = asked;
  const { revert_to: version, fields, autosave, stage, apply, apply_at: at, discard, force, ...input } = sent;
  requireOneAction(asked, Object.keys(input));
  const options = { bodyVersion, keepUpdatedTs, ifMatch };
  if (apply) {
    const post = await applyStaged(id, { ...options, isForced: force }, caller);
    return { post, staged: null, isShown: false };
  }
  if (at !== undefined) return await planApplication(id, { at, bodyVersion, ifMatch }, caller);
  if (discard) return await discardStaged(id, caller, ifMatch);
  if (stage) return await stageEdit(id, { ...options, input }, caller);
  if (autosave) return await autosaveOrStage(id, { ...options, input }, caller);
  return await editWithoutStaging(id, { ...options, input, version, fields }, caller);
}

async function editWithoutStaging(
  id: number,
  {
    version,
    fields,
    ...edit
  }: EditInAnyState & Pick<Asked, 'fields'> & { version: number | undefined; keepUpdatedTs: boolean },
  caller: Caller,
): Promise<Saved> {
  const saved =
    version === undefined
      ? { post: await editInAnyState(id, edit, caller) }
      : await revertPost(id, { ...edit, version, fields }, caller);
  return { ...saved, staged: undefined, isShown: false };
}

/** What takes the place of an edit. */
const ACTIONS = ['revert_to', 'apply', 'apply_at', 'discard'] as const;

/** @throws InvalidInput */
function requireOneAction(asked: Asked, inputs: readonly string[]): void {
  const [action, ...others] = ACTIONS.filter(name => asked[name] !== undefined && asked[name] !== false);
  const flags = (['stage', 'autosave'] as const).filter(name => asked[name]);
  throwFaults([
    ...(action ? [...others, ...flags, ...inputs].map(name => `${name}: can’t be sent with ${action}`) : []),
    ...(asked.fields && action !== 'revert_to' ? ['fields: needs revert_to'] : []),
    ...(asked.force && action !== 'apply' ? ['force: needs apply'] : []),
  ]);
}
