import type { ComponentChildren } from 'preact';
import { messages } from '../messages.ts';
import { Dialog } from '../ui/dialog.tsx';

interface Props {
  /** The question. */
  ask: string;
  /** What happens. */
  says: string;
  button: string;
  /** The name of what it happens to. */
  what: string;
  children?: ComponentChildren;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that can't be undone. */
export function Confirm({ ask, says, button, what, children, onConfirm, onCancel }: Props) {
  return (
    <Dialog title={ask} onClose={onCancel}>
      <div class="dialog-body">
        <p>
          <strong>{what}</strong>
        </p>
        <p>{says}</p>
        {children}
      </div>
      <footer>
        <button type="button" class="primary" onClick={onConfirm}>
          {button}
        </button>
        <button type="button" onClick={onCancel}>
          {messages.cancel}
        </button>
      </footer>
    </Dialog>
  );
}
