import { messages } from '../messages.ts';
import type { Run } from '../text/words.ts';

/** A text, in which the words are marked that the other one lacks. */
export function Words({ runs, isRemoved = false }: { runs: readonly Run[]; isRemoved?: boolean }) {
  if (runs.length === 0) return <p class="nothing">{messages.conflict.nothing}</p>;
  return (
    <p class="words">
      {runs.map(({ text, isOnlyHere }, index) => {
        if (!isOnlyHere) return <span key={index}>{text}</span>;
        return isRemoved ? <del key={index}>{text}</del> : <ins key={index}>{text}</ins>;
      })}
    </p>
  );
}
