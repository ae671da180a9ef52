import { InvalidInput } from '../../../platform/core/errors.ts';
import { requireMatch } from '../../../platform/core/if-match.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { retryContended } from '../../../platform/store/retry.ts';
import type { Directory } from '../../../taxonomy/sections/directory.ts';
import { sectionDirectory } from '../../../taxonomy/sections/read.ts';
import type { PostInput } from '../../record/input.ts';
import { readPost } from '../../record/read.ts';
import { readStagedWithContent } from '../../staged/read.ts';
import { composeFields } from '../compose.ts';
import { autosave, MustBeStaged, type EditInAnyState } from '../edit-in-any-state.ts';
import { referencesIn } from '../membership.ts';
import { requireMayStage, requireSameStagedBody } from './checks.ts';
import { composeStaged, type Opened } from './show.ts';
import { mergeStaged, putStaged } from './write.ts';

/**
 * Merges an edit into the staged change of a post, which it begins where there is none. @returns the post as it would be
 * @throws NotFound, Conflict, Forbidden, InvalidInput, PreconditionFailed, TooLarge
 */
export async function stageEdit(id: number, edit: EditInAnyState, caller: Caller): Promise<Opened> {
  return await retryContended(() => tryToStage(id, edit, caller, false));
}

/**
 * Saves what is being written: in the post itself, or staged where that is published or its author may no longer write there, whatever it
 * was when the editor opened it. @throws what `autosave` and `stageEdit` throw
 */
export async function autosaveOrStage(id: number, edit: EditInAnyState, caller: Caller): Promise<Opened> {
  return await retryContended(async () => {
    try {
      return { post: await autosave(id, edit, caller), staged: undefined, isShown: false };
    } catch (error) {
      if (!(error instanceof MustBeStaged)) throw error;
    }
    return await tryToStage(id, edit, caller, true);
  });
}

/** @throws Contention when the post or its staged change is written at the same time */
async function tryToStage(
  id: number,
  { input, bodyVersion, ifMatch }: EditInAnyState,
  caller: Caller,
  isAutosave: boolean,
): Promise<Opened> {
  const [post, before, directory] = await Promise.all([
    readPost(id, { consistent: true }),
    readStagedWithContent(id, { consistent: true }),
    sectionDirectory(referencesIn(input)),
  ]);
  requireMayStage(caller, post, { staged: before, isAutosave });
  requireMatch(ifMatch, post.version);
  requireSameStagedBody(post, before, { input, bodyVersion });
  const { faults } = await composeFields(post, input, caller, directory);
  if (faults.length > 0) throw new InvalidInput(faults);
  const staged = await putStaged(
    post,
    before,
    mergeStaged(post, before, withSectionIds(input, directory), caller),
  );
  return { post: await composeStaged(post, staged, { caller, directory }), staged, isShown: true };
}

/** Sections by id: one that was named may have another name when the change is applied. */
function withSectionIds(input: PostInput, directory: Directory): PostInput {
  const { sections, primary_section: primary } = input;
  const toId = (reference: number | string) => directory.find(reference) ?? reference;
  return {
    ...input,
    ...(sections && { sections: sections.map(toId) }),
    ...(typeof primary === 'string' && { primary_section: toId(primary) }),
  };
}
