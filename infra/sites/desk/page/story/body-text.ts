import { signal } from '@preact/signals';
import type { KeptBody } from '../journal/journal.ts';
import type { BodyConflict, Theirs } from './state.ts';

/** An editor of the body. */
export interface BodyEditor {
  /** The body as it is now. Costs as much as the edited parts are long. */
  read: () => string;
  /** Shows another body; it can be undone. */
  replace: (html: string) => void;
}

/** The body of a story: what the service has, and what was written since. */
export class BodyText {
  readonly conflict = signal<BodyConflict | undefined>(undefined);
  /** Whether the body was read from the service. */
  readonly isReady = signal(false);
  readonly #onEdit: () => void;
  /** As the service has it. */
  #base = { html: '', version: 0 };
  /** As it was last read from the editor, or will be shown by it. */
  #mine = '';
  /** Sent, but not answered yet: the service may have it. */
  #sent: string | undefined;
  #editor: BodyEditor | undefined;

  constructor(onEdit: () => void) {
    this.#onEdit = onEdit;
  }

  get isEdited(): boolean {
    return this.#mine !== this.#base.html || this.#isOtherSent;
  }

  /** Whether the service may have another text that was sent from here, and deleted here since. */
  get #isOtherSent(): boolean {
    return this.#sent !== undefined && this.#sent !== this.#mine;
  }

  read(): string {
    if (this.#editor) this.#mine = this.#editor.read();
    return this.#mine;
  }

  /** @returns a function that detaches it */
  attach(editor: BodyEditor): () => void {
    this.#editor = editor;
    return () => {
      if (this.#editor !== editor) return;
      this.read();
      this.#editor = undefined;
    };
  }

  touch(): void {
    this.#onEdit();
  }

  /** Shows another body as an edit. */
  write(html: string): void {
    this.#show(html);
    this.#onEdit();
  }

  /** The body of a story that the service has created, and that has no text yet. */
  begin(version: number): void {
    this.#base = { html: '', version };
    this.isReady.value = true;
  }

  /** @returns who wrote the body that replaces what is shown, null where that isn’t known; undefined when nothing was replaced */
  receive(theirs: Theirs): number | null | undefined {
    const isFirst = !this.isReady.value;
    this.isReady.value = true;
    if (theirs.version === this.#base.version && !isFirst) return undefined;
    const mine = this.read();
    const isUntouched = isFirst || mine === theirs.html || (mine === this.#base.html && !this.#isOtherSent);
    if (!isUntouched) {
      this.meet(theirs);
      return undefined;
    }
    const isReplaced = !isFirst && mine !== theirs.html;
    this.#base = theirs;
    if (mine !== theirs.html) this.#show(theirs.html);
    return isReplaced ? theirs.by : undefined;
  }

  /** Meets the body that others wrote. @returns whether it is one that was sent from here, so that there is no conflict */
  meet(theirs: Theirs): boolean {
    const mine = this.read();
    if (theirs.html === this.#sent || theirs.html === mine || theirs.html === this.#base.html) {
      this.#base = theirs;
      this.#sent = undefined;
      this.conflict.value = undefined;
      return true;
    }
    this.conflict.value = { base: this.#base.html, mine, theirs };
    return false;
  }

  /** Meets the body that readers see, which has changed since the staged one began. */
  meetLive(base: string, theirs: Theirs): void {
    this.conflict.value = { base, mine: this.read(), theirs };
  }

  resolve(html: string): void {
    const { conflict } = this;
    if (!conflict.value) return;
    // A staged body goes on from itself, whatever readers see.
    if (!conflict.value.theirs.isLive) this.#base = conflict.value.theirs;
    this.#sent = undefined;
    conflict.value = undefined;
    this.#show(html);
  }

  toSend(): { html: string; version: number } | undefined {
    if (!this.isReady.value || this.conflict.value) return undefined;
    const html = this.read();
    if (!this.isEdited) return undefined;
    this.#sent = html;
    return { html, version: this.#base.version };
  }

  /** The service has what was sent. More may have been written since. */
  settle(html: string, version: number): void {
    this.#base = { html, version };
    this.#sent = undefined;
    this.read();
  }

  toKeep(): KeptBody | undefined {
    const html = this.read();
    if (!this.isEdited) return undefined;
    const sent = this.#sent;
    return { html, base: this.#base.html, version: this.#base.version, ...(sent !== undefined && { sent }) };
  }

  bringBack({ html, base, version, sent }: KeptBody): void {
    const theirs = this.#base;
    if (html === theirs.html) return;
    this.#show(html);
    if (version === theirs.version || theirs.html === base || theirs.html === sent) return;
    this.conflict.value = { base, mine: html, theirs: { ...theirs, by: null } };
  }

  #show(html: string): void {
    this.#mine = html;
    this.#editor?.replace(html);
  }
}
