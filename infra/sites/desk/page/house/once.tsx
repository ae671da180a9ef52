import { useSignal } from '@preact/signals';
import { messages } from '../messages.ts';
import { toPlacePath, type Place } from '../routes.ts';
import type { Resource } from './resource.ts';
import { toText, type Row } from './values.ts';
import { Heading } from './heading.tsx';

const { house: texts } = messages;

/** What the service shows only once, with a button that copies it. */
export function Secret({ label, value }: { label: string; value: string }) {
  const isCopied = useSignal(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    isCopied.value = true;
  };
  return (
    <div class="secret">
      <label>
        <span>{label}</span>
        <input type="text" readOnly value={value} onFocus={event => event.currentTarget.select()} />
      </label>
      <button type="button" onClick={() => void copy().catch(() => undefined)}>
        {isCopied.value ? texts.copied : texts.copy}
      </button>
    </div>
  );
}

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
      {secret !== '' && <Secret label={texts.fields[shownOnce] ?? shownOnce} value={secret} />}
      <p>
        <a href={toPlacePath(place)}>{texts.kept}</a>
      </p>
    </>
  );
}
