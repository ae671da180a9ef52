import { messages } from '../../messages.ts';
import { inputText, parseTime, timeText } from '../../times.ts';
import { siteZone } from '../../zone.ts';
import { Labelled, type Bound } from './simple.tsx';

const { settings: texts } = messages;
const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time of the site, also in the zone of the person who reads it. @returns undefined where both are the same */
export function inOwnZone(ts: number): string | undefined {
  return ownZone === siteZone ? undefined : texts.yourTime(timeText(ts, ownZone));
}

/** A time in the site’s zone; what it is in the reader’s own stands below. */
export function Time({ value, write, label, ...about }: Bound) {
  const ts = typeof value === 'number' ? value : undefined;
  return (
    <Labelled
      {...about}
      label={texts.inZone(label, siteZone)}
      hint={ts === undefined ? undefined : inOwnZone(ts)}
    >
      <input
        type="datetime-local"
        step={1}
        value={ts === undefined ? '' : inputText(ts, siteZone, true)}
        onChange={({ currentTarget: { value: text, validity } }) => {
          if (validity.valid) write(text === '' ? null : parseTime(text, siteZone));
        }}
      />
    </Labelled>
  );
}
