import { messages } from '../messages.ts';
import type { Source } from './find.ts';

const { pictures: texts } = messages;
const SOURCES: readonly Source[] = ['recent', 'catalogue'];

/** Chooses between all pictures and the catalogue. */
export function SourceChoice({ source, onChange }: { source: Source; onChange: (source: Source) => void }) {
  return (
    <div class="filters" role="group" aria-label={texts.where}>
      {SOURCES.map(option => (
        <button key={option} type="button" aria-pressed={option === source} onClick={() => onChange(option)}>
          {texts.sources[option]}
        </button>
      ))}
    </div>
  );
}
