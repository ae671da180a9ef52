import { messages } from '../messages.ts';
import { toPlacePath, type Place } from '../routes.ts';
import { Copyable } from '../ui/copyable.tsx';
import type { Resource } from './resource.ts';
import { toText, type Row } from './values.ts';
import { Heading } from './heading.tsx';

const { house: texts } = messages;

interface Props {
  place: Place;
  resource: Resource;
  record: Row;
}

/** A new record whose secret won't be shown again. */
export function Once({ place, resource: { shownOnce = '' }, record }: Props) {
  const secret = toText(record[shownOnce]);
  return (
    <>
      <Heading>{texts.places[place].made}</Heading>
      <p class="notice">{texts.onlyOnce}</p>
      {secret !== '' && <Copyable label={texts.fields[shownOnce] ?? shownOnce} value={secret} />}
      <p>
        <a href={toPlacePath(place)}>{texts.kept}</a>
      </p>
    </>
  );
}
