import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { messages } from '../messages.ts';

interface Props {
  title: string;
  class?: string;
  /** undefined: it can't be closed. */
  onClose?: () => void;
  children: ComponentChildren;
}

/** Gives the focus back to what had it, unless something else has taken it. */
function giveBack(opener: Element | null): void {
  const isFree = document.activeElement === null || document.activeElement === document.body;
  if (isFree && opener instanceof HTMLElement && opener.isConnected) opener.focus();
}

/** A dialog over the page. The browser keeps the focus in it. */
export function Dialog({ title, class: className = '', onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const [{ current }, opener] = [dialog, document.activeElement];
    current?.showModal();
    return () => {
      current?.close();
      // The browser gives nothing back for a dialog that has left the page already.
      giveBack(opener);
    };
  }, []);
  const cancel = (event: Event): void => {
    event.preventDefault();
    onClose?.();
  };
  return (
    <dialog ref={dialog} class={className} aria-label={title} onCancel={cancel}>
      {onClose && (
        <header>
          <h2>{title}</h2>
          <button type="button" class="quiet" aria-label={messages.close} onClick={onClose}>
            ✕
          </button>
        </header>
      )}
      {children}
    </dialog>
  );
}
