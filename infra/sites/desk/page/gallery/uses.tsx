import { messages } from '../messages.ts';
import { useLoaded } from '../house/loaded.ts';
import { toPlacePath, toPostPath, type Place } from '../routes.ts';
import { api, type Client } from '../service/api.ts';

const { pictures: texts } = messages;

const SHOWN = 100;

type Use = Awaited<ReturnType<Client['images']['uses']>>[number];

const PLACES: Partial<Record<Use['kind'], Place>> = {
  author: 'authors',
  section: 'sections',
  tag: 'tags',
  badge: 'badges',
};

/** Where a picture is used. */
export function Uses({ id }: { id: number }) {
  const uses = useLoaded(`uses-${id}`, signal =>
    api.images.uses.answer({ path: { id }, query: { limit: SHOWN }, signal }),
  );
  const { body: found, next } = uses.value.value ?? {};
  return (
    <section class="uses" aria-label={texts.uses}>
      <h3>{texts.uses}</h3>
      {found?.length === 0 && <p class="hint">{texts.unused}</p>}
      <ul>
        {found?.map(use => (
          <li key={`${use.kind}-${use.id}`}>
            <UseLink use={use} /> <span class="says">{use.as.map(role => texts.as[role]).join(', ')}</span>
          </li>
        ))}
      </ul>
      {next && <p class="hint">{texts.moreUses(SHOWN)}</p>}
    </section>
  );
}

function UseLink({ use: { kind, id, title } }: { use: Use }) {
  const label = title === '' ? messages.list.untitled : title;
  if (kind === 'post') return <a href={toPostPath(id)}>{label}</a>;
  const place = PLACES[kind];
  return place ? <a href={toPlacePath(place, id)}>{label}</a> : <>{label}</>;
}
