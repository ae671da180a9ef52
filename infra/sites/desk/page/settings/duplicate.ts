import { messages } from '../messages.ts';
import { isShowing, navigate } from '../router.ts';
import { toPostPath } from '../routes.ts';
import { api } from '../service/api.ts';
import type { Story } from '../story/story.ts';
import { GROUPS } from './table.ts';

/** What belongs to the one story alone. */
const OWN: readonly string[] = ['manual_basename', 'page_list', 'created_ts', 'updated_ts', 'embargo_ts'];

/** Creates a draft with all that a story has, except its address and dates. Opens it if the user is still at the story. */
export async function duplicate(story: Story): Promise<void> {
  await story.autosave();
  const { post } = story;
  if (!post.value) return;
  const { headline, subheadline, body, sections, auto_sections: brought } = post.value;
  const names = GROUPS.flatMap(({ rows }) => rows.flatMap(({ name, writes = [] }) => [name, ...writes]));
  const copied = names
    .filter(name => !OWN.includes(name))
    .map((name): [string, unknown] => [name, story.fields.read(name)]);
  const fields: Readonly<Record<string, unknown>> = Object.fromEntries(copied);
  const copy = await api.drafts.create({
    body: {
      ...fields,
      ...{ subheadline, body },
      headline: messages.story.copyOf(headline),
      // Tags bring the others again.
      sections: sections.filter(section => !brought.includes(section)),
    },
  });
  if (isShowing(toPostPath(post.value.id))) navigate(toPostPath(copy.id));
}
