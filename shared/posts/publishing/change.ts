import type { Caller } from '../../platform/http/caller.ts';
import { UNREAD_PARTS, type Post } from '../record/post.ts';
import type { PostRecord } from '../record/record.ts';
import type { Directory } from '../../taxonomy/sections/directory.ts';
import { sectionDirectory } from '../../taxonomy/sections/read.ts';
import { describeChange } from '../revisions/describe-change.ts';
import { retryContended } from '../../platform/store/retry.ts';
import { prepareEvents } from '../webhooks/event.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import { saveUnderBasename } from './basename.ts';
import { markEdit } from './edit-marks.ts';
import type { Transition } from './lifecycle.ts';
import { createAll, listChanges } from './report.ts';
import type { Save } from './save.ts';
import { continueSeries, type Saving } from './series.ts';
import type { StoredContent } from './stored-content.ts';

/** What a change makes of a post. */
export interface Composed {
  next: PostRecord;
  /** Only when the content changes. */
  content?: StoredContent | undefined;
}

/**
 * A change of one post. `Before` is null for a new post, and for one that may be gone; `Result` is undefined where there may be nothing to
 * change.
 */
export interface PostChange<
  Before extends Post | null,
  Result extends Composed | undefined = Composed,
> extends Pick<Save, 'mayLackPath' | 'isImport' | 'versions'> {
  /** Reads the post as it is. */
  read: () => Promise<Before>;
  /** The sections that the input names; unknown ones are read. */
  references?: readonly (number | string)[];
  /** Throws where the post may not be changed in this way (lifecycle.ts). */
  check?: (before: Before) => void;
  compose: (before: Before, directory: Directory) => Result | Promise<Result>;
  /** Reported to webhooks; absent where the state stays and nothing is reported. A function where the state that is found decides. */
  transition?: Transition | ((before: Before) => Transition);
  /** The author who asks for it; absent where jobs make a change that was planned or follows from another one. */
  caller?: Caller;
  /** Set for an editor's save, and for a change that ends a series of autosaves. */
  saving?: Saving | undefined;
  /** Adds what is written with the post to its transaction. */
  also?: (transaction: Transaction, before: Before) => Promise<void>;
  /** Whether to throw Contention when another write comes first, instead of beginning again. */
  once?: boolean;
}

/**
 * The one way to change a post: reads it with the sections and the subscriptions of webhooks, checks it, composes its next state and the
 * event, and saves them in one transaction. Another write that comes first repeats all of it.
 * @throws NotFound, Conflict, Forbidden, PreconditionFailed, TooLarge, and what `read` and `compose` throw
 */
export async function changePost<Before extends Post | null>(change: PostChange<Before>): Promise<Post>;
export async function changePost<Before extends Post | null>(
  change: PostChange<Before, Composed | undefined>,
): Promise<Post | undefined>;
export async function changePost<Before extends Post | null>(
  change: PostChange<Before, Composed | undefined>,
): Promise<Post | undefined> {
  return change.once ? await attempt(change) : await retryContended(() => attempt(change));
}

async function attempt<Before extends Post | null>({
  read,
  references,
  compose,
  check,
  transition,
  caller,
  saving,
  also,
  ...options
}: PostChange<Before, Composed | undefined>): Promise<Post | undefined> {
  const [before, directory, createEvents] = await Promise.all([
    read(),
    sectionDirectory(references),
    transition && prepareEvents(),
  ]);
  check?.(before);
  const composed = await compose(before, directory);
  if (composed === undefined) return undefined;
  const { content } = composed;
  const { made, isContinued, ended } = continueSeries(
    before,
    describeChange(before, composed, caller),
    saving,
  );
  const next = {
    ...composed.next,
    ...markEdit(before, content, caller),
    made: options.isImport ? composed.next.made : made,
  };
  const step = { before, next, made, ended };
  const reported = saving === 'autosave' ? undefined : transition;
  const events = await createAll(createEvents, listChanges(step, reported));
  const [saved] = await Promise.all([
    saveUnderBasename({
      ...options,
      ...{ current: before, next, content, directory, events, isContinued },
      also: async transaction => await also?.(transaction, before),
    }),
    content?.safeForm,
  ]);
  const parts = content && { content: content.content, object: content.object };
  return { ...(before ?? UNREAD_PARTS), ...saved, ...parts };
}
