import { Conflict } from '../core/errors.ts';
import type { PostRecord } from '../posts/record.ts';
import type { Versioned } from '../store/record.ts';
import { decodePercent, slugOf } from '../text/slug.ts';
import { BasenameTaken, savePost, type Save } from './save.ts';

/** A slug of manual_basename, which WordPress exports percent-encoded, else of the headline; never empty. */
export function desiredBasename({
  manual_basename,
  headline,
}: Pick<PostRecord, 'manual_basename' | 'headline'>): string {
  return slugOf(decodePercent(manual_basename)) || slugOf(headline) || 'post';
}

/**
 * Saves the post under its basename or, when another post that is not removed has it, under `<basename>-<id>`. The transaction claims the
 * basename, so two simultaneous creates can't get the same one.
 */
export async function saveUnderBasename(save: Save): Promise<Versioned<PostRecord>> {
  try {
    return await savePost(save);
  } catch (error) {
    if (!(error instanceof BasenameTaken)) throw error;
    return await saveUnderBasenameWithId(save);
  }
}

async function saveUnderBasenameWithId(save: Save): Promise<Versioned<PostRecord>> {
  const { next } = save;
  try {
    return await savePost({ ...save, next: { ...next, basename: `${next.basename}-${next.id}` } });
  } catch (error) {
    if (error instanceof BasenameTaken) throw new Conflict('manual_basename: another post has it');
    throw error;
  }
}
