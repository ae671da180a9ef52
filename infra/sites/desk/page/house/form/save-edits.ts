import type { Answer } from '../../../../../client/source/answer.ts';
import { PreconditionFailed } from '../../../../../client/source/errors.ts';
import type { FormState } from './form-state.ts';
import type { Row } from '../values.ts';

interface Calls<T> {
  edit: (body: Row, ifMatch: string | undefined) => Promise<Answer<T>>;
  read: () => Promise<Answer<T>>;
}

/**
 * Saves the edits over the version that the form shows. When another person has saved a newer version that changes fields of the form, nothing
 * is saved: the form takes those changes, and the editor checks them and saves again. A newer version without such changes, for example with
 * new thumbnails, is saved over at once.
 * @returns what the service has now
 */
export async function saveEdits<T extends Row>(form: FormState, calls: Calls<T>): Promise<T> {
  const sent = { ...form.edits.value };
  try {
    const saved = await calls.edit(form.toBody(false), form.etag);
    form.saved(saved.body, saved.etag, sent);
    return saved.body;
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
    const now = await calls.read();
    const isNews = form.differsFrom(now.body) || now.etag === form.etag;
    form.take(now.body, now.etag);
    if (!isNews) return await saveEdits(form, calls);
    form.isMerged.value = true;
    return now.body;
  }
}
