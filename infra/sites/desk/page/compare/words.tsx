import { messages } from '../messages.ts';
import type { Run } from '../text/words.ts';

interface WordsProps {
  runs: readonly Run[];
  /** Whose text it is, which a phone shows above it: there the sides have no common heading. */
  side: string;
  isRemoved?: boolean;
}

/** A text, in which the words are marked that the other one lacks. */
export function Words({ runs, side, isRemoved = false }: WordsProps) {
  if (runs.length === 0)
    return (
      <p class="nothing" data-side={side}>
        {messages.conflict.nothing}
      </p>
    );
  return (
    <p class="words" data-side={side}>
      {runs.map(({ text, isOnlyHere }, index) => {
        if (!isOnlyHere) return <span key={index}>{text}</span>;
        return isRemoved ? <del key={index}>{text}</del> : <ins key={index}>{text}</ins>;
      })}
    </p>
  );
}
