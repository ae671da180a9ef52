import type { Versioned } from '../../platform/store/records/record.ts';
import { readMade, type ChangedWords, type Made, type PostRecord } from '../record/record.ts';

/**
 * The autosaves of one author that follow each other are a series, which is reported to webhooks once, and is one revision: its last version.
 * `made` of the record says that a series goes on; a list has the posts whose series the sweep may have to end (jobs/end-series.ts). Both are
 * in the transaction of each save, so of two simultaneous saves the later one sees whether a series goes on, and a crash changes nothing.
 * A series ends with
 *   an explicit save of its author  which is its last version; its event is that of the save
 *   the time                        the sweep writes its last version, with its event
 *   any other change                which replaces its last version, with its event in the same transaction
 */
const SERIES_S = 600;

/** An autosave, an explicit save of what an editor sent, or the sweep's end of a series. Other changes, such as a revert, are none. */
export type Saving = 'autosave' | 'save' | 'end';

export interface SeriesStep {
  made: Made;
  /** The version that is replaced belongs to the same series: it is no revision. */
  isContinued: boolean;
  /** The series that ends before this change, and is yet to be reported. */
  ended: Made | undefined;
}

/** The series that the present version of a post belongs to, if it goes on. */
export function findSeries(post: Versioned<PostRecord> | null): Made | undefined {
  const made = post ? readMade(post) : undefined;
  return made?.series && made;
}

/** How a change that is described by `made` continues or ends the series of the post. */
export function continueSeries(
  before: Versioned<PostRecord> | null,
  made: Made,
  saving: Saving | undefined,
): SeriesStep {
  const series = findSeries(before);
  if (series && isOfSeries(series, made, saving))
    return { made: mergeMade(series, made, saving), isContinued: true, ended: undefined };
  const began = { since: made.version, until: made.ts + SERIES_S };
  return {
    made: saving === 'autosave' ? { ...made, series: began } : made,
    isContinued: false,
    ended: series,
  };
}

function isOfSeries({ author_id, series }: Made, made: Made, saving: Saving | undefined): boolean {
  if (saving === 'end') return true;
  const isSaved = saving === 'save' || (saving === 'autosave' && made.ts < (series?.until ?? 0));
  return isSaved && made.action === 'edit' && made.author_id === author_id;
}

function mergeMade(series: Made, made: Made, saving: Saving | undefined): Made {
  const { author_id, key_id, ts } = saving === 'end' ? series : made;
  return {
    ...made,
    ...{ author_id, key_id, ts },
    fields: [...new Set([...series.fields, ...made.fields])],
    ...mergeWords(series, made),
    series: saving === 'autosave' ? series.series : undefined,
  };
}

/** Words that a save removes are first subtracted from those that the series has added: an autosave may have caught half a word. */
function mergeWords(series: ChangedWords, made: ChangedWords): ChangedWords {
  const own = Math.min(series.words_added, made.words_removed);
  return {
    words_added: series.words_added - own + made.words_added,
    words_removed: series.words_removed + made.words_removed - own,
  };
}
