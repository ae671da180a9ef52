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

/** A dialog over the page. The browser keeps the focus in it, and gives it back when it closes. */
export function Dialog({ title, class: className = '', onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
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
