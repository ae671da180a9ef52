import { Conflict } from '../../platform/core/errors.ts';
import { site } from '../../platform/site/site.ts';
import { BasenameTaken } from '../record/posts.ts';
import { isServicePath } from '../paths/service-paths.ts';
import type { PostRecord } from '../record/record.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { decodePercent } from '../../platform/text/percent.ts';
import { toSlug, toUnicodeSlug } from '../../platform/text/slug.ts';
import { savePost, type Save } from './save.ts';

/**
 * The slug of manual_basename in its own script, percent-encoded or not, else a slug of the headline as the site's setting `slugs` says;
 * never empty. One made from the headline gets the post's id where it would lead to a page of the service instead of the post.
 */
export function desiredBasename({
  id,
  manual_basename,
  headline,
}: Pick<PostRecord, 'id' | 'manual_basename' | 'headline'>): string {
  const given = toUnicodeSlug(decodePercent(manual_basename));
  if (given !== '') return given;
  const make = site().slugs === 'unicode' ? toUnicodeSlug : toSlug;
  const made = make(headline) || 'post';
  return isServicePath(made) ? `${made}-${id}` : made;
}

/**
 * Saves the post under its basename or, when another post that is not removed has it, under `<basename>-<id>`. The transaction claims the
 * basename, so two simultaneous creates can't get the same one. An imported post keeps its basename.
 * @throws BasenameTaken (of an imported post), and what `savePost` throws
 */
export async function saveUnderBasename(save: Save): Promise<Versioned<PostRecord>> {
  const { next, isImport } = save;
  try {
    return await savePost(save);
  } catch (error) {
    if (!(error instanceof BasenameTaken) || isImport) throw error;
  }
  try {
    return await savePost({ ...save, next: { ...next, basename: `${next.basename}-${next.id}` } });
  } catch (error) {
    throw error instanceof BasenameTaken ? new Conflict('manual_basename: another post has it') : error;
  }
}
