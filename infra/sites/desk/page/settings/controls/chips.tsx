import { messages } from '../../messages.ts';
import { focusNeighbour } from '../../ui/focus-neighbour.ts';

export interface Chip {
  key: string | number;
  label: string;
  note?: string | undefined;
}

/** What was chosen; each can be taken away. */
export function Chips({
  label,
  chips,
  onRemove,
}: {
  label: string;
  chips: readonly Chip[];
  onRemove: (chip: Chip) => void;
}) {
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label={label}>
      {chips.map(chip => (
        <li key={chip.key}>
          <span>{chip.label}</span>
          {chip.note !== undefined && <small>{chip.note}</small>}
          <button
            type="button"
            class="quiet"
            aria-label={messages.settings.remove(chip.label)}
            onClick={event => {
              focusNeighbour(event.currentTarget);
              onRemove(chip);
            }}
          >
            ✕
          </button>
        </li>
      ))}
    </ul>
  );
}
