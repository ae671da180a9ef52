import { messages } from '../messages.ts';
import { toPlacePath, type Place } from '../routes.ts';
import { FormPage } from './form-page.tsx';
import { ListPage } from './list-page.tsx';
import { listPlaces, mayVisit } from './places.ts';
import { RESOURCES } from './resources.ts';
import { Invitations } from './special/invitations.tsx';
import { Heading } from './heading.tsx';

const { house: texts } = messages;

interface Props {
  place: Place;
  id: string | undefined;
}

/** Lists and forms of all that is neither a story nor a picture. */
export function House({ place, id }: Props) {
  return (
    <div class={`house ${place === 'newsroom' ? 'shows-places' : ''}`}>
      <nav class="places" aria-label={texts.label}>
        <ul>
          {listPlaces().map(listed => (
            <li key={listed}>
              <a href={toPlacePath(listed)} aria-current={listed === place ? 'page' : undefined}>
                {texts.places[listed].title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="place">
        <PlaceView key={`${place}/${id ?? ''}`} place={place} id={id} />
      </div>
    </div>
  );
}

function PlaceView({ place, id }: Props) {
  if (place === 'newsroom') return <Overview />;
  const resource = RESOURCES[place];
  if (!mayVisit(place)) return <p class="hint">{texts.notAllowed}</p>;
  if (place === 'invitations') return <Invitations />;
  if (!resource) return null;
  if (id === undefined) return <ListPage place={place} resource={resource} />;
  return <FormPage place={place} resource={resource} id={id === 'new' ? undefined : Number(id)} />;
}

function Overview() {
  return (
    <>
      <Heading>{texts.places.newsroom.title}</Heading>
      <ul class="overview">
        {listPlaces().map(place => (
          <li key={place}>
            <a href={toPlacePath(place)}>{texts.places[place].title}</a>
            <p>{texts.places[place].says}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
