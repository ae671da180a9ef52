import { messages } from '../../messages.ts';
import { toPostPath } from '../../routes.ts';
import { api, type PostRow } from '../../service/api.ts';
import { useLoaded } from '../loaded.ts';

const { house: texts } = messages;
const MOST = 100;
const SHOWN = 10;

/** The stories that would join a section with these tags, before they are saved. */
export function Joining({ sectionId, tags }: { sectionId: number; tags: readonly string[] }) {
  const found = useLoaded(`${sectionId} ${tags.join(',')}`, signal => findJoining(sectionId, tags, signal));
  const stories = found.value.value;
  if (tags.length === 0 || !stories) return null;
  return (
    <section class="joining" aria-label={texts.joining.title}>
      <h3>{texts.joining.title}</h3>
      <p role="status">{texts.joining.count(stories.length, stories.length >= MOST)}</p>
      <ul>
        {stories.slice(0, SHOWN).map(({ id, headline, state }) => (
          <li key={id}>
            <a href={toPostPath(id)}>{headline === '' ? messages.list.untitled : headline}</a>{' '}
            <span class={`state ${state}`}>{messages.list.state[state]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function findJoining(
  sectionId: number,
  tags: readonly string[],
  signal: AbortSignal,
): Promise<PostRow[]> {
  const lists = await Promise.all(
    tags.map(tag => api.editor.listPosts({ query: { tag, limit: MOST }, signal })),
  );
  const byId = new Map(lists.flat().map(story => [story.id, story]));
  return [...byId.values()].filter(
    ({ sections, state }) => !sections.includes(sectionId) && state !== 'removed',
  );
}
