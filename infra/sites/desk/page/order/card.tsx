import type { ComponentChildren } from 'preact';
import { messages } from '../messages.ts';
import { toPostPath } from '../routes.ts';
import { shortTime } from '../times.ts';
import { siteZone } from '../zone.ts';
import type { Entry } from './read.ts';

const { order: texts } = messages;

/** A story as readers see it in a list. */
export function Card({
  entry,
  isTheirs = false,
  children,
}: {
  entry: Entry;
  isTheirs?: boolean;
  children: ComponentChildren;
}) {
  const { id, headline, subheadline, image, byline, ts } = entry;
  return (
    <>
      {image !== '' && <img class="card-picture" src={image} alt="" loading="lazy" draggable={false} />}
      <span class="card-text">
        <a class="card-headline" href={toPostPath(id)} draggable={false}>
          {headline}
        </a>
        {subheadline !== '' && <span class="card-subheadline">{subheadline}</span>}
        <span class="facts">
          {byline !== '' && <span class="author">{byline}</span>}
          {ts !== null && <time dateTime={new Date(ts * 1000).toISOString()}>{shortTime(ts, siteZone)}</time>}
          {isTheirs && <strong>{texts.theirs}</strong>}
        </span>
      </span>
      <span class="card-actions">{children}</span>
    </>
  );
}
