import { PreconditionFailed } from '../../../../client/source/errors.ts';
import { distinctTags } from '../../../../../shared/platform/text/tag.ts';
import { messages } from '../messages.ts';
import { api, type Post } from '../service/api.ts';
import { sendLater } from '../service/waiting.ts';
import { attempt } from '../status.ts';
import { describeError } from '../words.ts';
import { endSelecting, selected, toggleSelected } from './selection.ts';
import { loadList } from './store.ts';

const { bulk: texts } = messages;

/** Adds a section to all chosen stories. */
export async function addSection(section: number): Promise<void> {
  await change(post => ({ sections: [...new Set([...post.sections, section])] }));
}

/** Adds a tag to all chosen stories. */
export async function addTag(tag: string): Promise<void> {
  await change(post => ({ tags: distinctTags([...post.tags, tag]) }));
}

/** What is changed of a story, made of what it has. */
type Compose = (post: Post) => Pick<Partial<Post>, 'sections' | 'tags'>;

async function change(compose: Compose): Promise<void> {
  const ids = [...selected.value];
  const isDone = await attempt(texts.changed(ids.length), () =>
    inTurn(ids, async id => {
      await changeStory(id, compose);
      // What fails stays chosen: it can be seen, and tried again.
      if (selected.value.has(id)) toggleSelected(id);
    }),
  );
  // The user may have chosen other stories during the requests.
  if (isDone && selected.value.size === 0) endSelecting();
  await loadList();
}

/** A whole list is sent: where somebody else has changed the story since it was read, it is made again of what they saved. */
async function changeStory(id: number, compose: Compose): Promise<void> {
  const { body: post, etag } = await api.editor.getPost.answer({ path: { id } });
  try {
    await api.editor.editPost({ path: { id }, body: compose(post), ifMatch: etag ?? undefined });
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
    await changeStory(id, compose);
  }
}

/** Takes all chosen stories from readers, after a while in which that can be undone. */
export function unpublishSelected(published: readonly number[]): void {
  const unpublish = (id: number) => api.posts.edit({ path: { id }, body: { action: 'unpublish' } });
  sendLater({
    label: texts.unpublishing(published.length),
    done: texts.unpublished(published.length),
    send: async isEnding => {
      // A page that is closing sends all at once.
      if (isEnding) await Promise.all(published.map(unpublish));
      else await inTurn(published, unpublish);
      await loadList();
    },
  });
  endSelecting();
}

/** One after the other; what fails stops no other. @throws Error that says how many failed, and why the first did */
async function inTurn(ids: readonly number[], work: (id: number) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const id of ids) await work(id).catch((error: unknown) => failures.push(error));
  if (failures.length > 0)
    throw new Error(texts.failed(failures.length, ids.length, describeError(failures[0])));
}
