import { computed, signal } from '@preact/signals';
import type { Entry } from '../journal/journal.ts';
import { forget, isKeeping, keep, leaveBehind, takeOver } from '../journal/kept.ts';
import { messages } from '../messages.ts';
import { api, type Post } from '../service/api.ts';
import { me } from '../service/me.ts';
import { describeError, describeFaults } from '../words.ts';
import { Address } from './address.ts';
import { BodyText } from './body-text.ts';
import { FieldEdits, hasLists, type Fields } from './field-edits.ts';
import { describeHindrance } from './hindrance.ts';
import { Pace } from './pace.ts';
import {
  applyStaged,
  createDraft,
  discardStaged,
  readBaseBody,
  readPost,
  sendEdit,
  writeBasename,
  type Sending,
} from './send.ts';
import { mergeStagedLists } from './staged-lists.ts';
import { classifyFailure, isOvertaken, type Failure, type SaveState } from './state.ts';
import { Turns } from './turns.ts';

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;
/** After so many saves of others in a row, a save waits like one that failed. */
const MAX_OVERTAKEN = 5;

/** A story that is open in this tab: what the service has, what was written since, and where that is kept. */
export class Story {
  /** `post-12`, or `new-…` until the service knows it. It stays the same as long as the story is open. */
  readonly key: string;
  /** As the service has it. */
  readonly post = signal<Post | undefined>(undefined);
  readonly state = signal<SaveState>({ kind: 'saved', at: undefined });
  /** When what was brought back from the journal was written, in milliseconds. */
  readonly broughtBack = signal<number | undefined>(undefined);
  /** Whether the body was replaced by one that others wrote. */
  readonly takenFrom = signal<number | null | undefined>(undefined);
  readonly id = computed(() => this.post.value?.id);
  readonly body: BodyText;
  readonly fields: FieldEdits;
  readonly #pace: Pace;
  /** Whose text this is, also while nobody is signed in. */
  readonly #author = me.peek()?.author.id ?? 0;
  #isClosed = false;
  readonly #turns = new Turns(isAuto => this.#save(isAuto));
  readonly #address = new Address(basename => writeBasename(this.id.peek() ?? 0, basename));
  #retryMs = FIRST_RETRY_MS;
  /** When the service last had all that was written, in milliseconds; undefined if nothing was sent from here. */
  #savedAt: number | undefined;
  /** The headline with which the service was asked to create the story. */
  #begun: string | undefined;
  /** Whether what readers see was compared, and may be replaced. */
  #isForced = false;
  /** Whether the last save was one that the user has not asked for: an explicit one makes it a version of its own. */
  #isSeries = false;

  constructor(key: string) {
    this.key = key;
    const touch = (): void => this.touch();
    this.body = new BodyText(touch);
    this.fields = new FieldEdits(this.post, touch);
    this.#pace = new Pace({ keep: () => this.keep(), save: () => this.autosave() });
  }

  /** The story's key in the journal. */
  get #journalKey(): string {
    return this.id.value === undefined ? this.key : `post-${this.id.value}`;
  }

  get isUnsaved(): boolean {
    return this.fields.isEdited || this.body.isEdited;
  }

  /** Shows the post as the service has it now, and what others changed. @param sent what it answers */
  receive(post: Post, sent: Fields = {}): void {
    const known = this.post.value;
    // An answer that was overtaken by a newer one.
    if (known && post.version < known.version) return;
    this.post.value = post;
    this.fields.meet({ ...known, ...sent });
    // Removing a post drops what was staged: that is no text of somebody else.
    if (post.status === 'removed' && known && known.status !== 'removed') {
      this.state.value = { kind: 'gone' };
      return;
    }
    if (this.state.value.kind === 'gone' && post.status !== 'removed') this.state.value = { kind: 'unsaved' };
    const by = this.body.receive({ html: post.body ?? '', version: post.body_version, by: post.body_by });
    if (by !== undefined) this.takenFrom.value = by;
    if (this.body.conflict.value) this.state.value = { kind: 'conflict' };
  }

  /** Something was written. */
  touch(): void {
    if (this.state.value.kind === 'saved') this.state.value = { kind: 'unsaved' };
    this.#pace.touch();
  }

  /** Keeps what was written on this computer. */
  async keep(): Promise<void> {
    const at = Date.now();
    const body = this.body.toKeep();
    if (!this.isUnsaved) {
      // What is being sent may become the service’s text, from which this one differs.
      if (this.state.value.kind !== 'saving') await this.#rest();
      return;
    }
    const isKept = await keep({
      ...{ story: this.#journalKey, author: this.#author, at },
      headline: this.fields.readText('headline'),
      fields: this.fields.edits.value,
      bases: this.fields.toKeepBases(),
      ...(this.#begun !== undefined && { begun: this.#begun }),
      ...(body && { body }),
    });
    const { kind } = this.state.value;
    if (isKept && kind === 'unsaved') this.state.value = { kind: 'kept', at };
    if (isKept && kind === 'offline') this.state.value = { kind, at };
  }

  /** Nothing is left to send, also where what was written was deleted again: an older text must not come back. */
  async #rest(): Promise<void> {
    if (this.isUnsaved || this.body.conflict.value || this.state.value.kind === 'gone') return;
    this.state.value = { kind: 'saved', at: this.#savedAt };
    await forget(this.#journalKey);
  }

  /** Takes over what a tab had written that is gone. */
  async bringBack(entry: Entry): Promise<void> {
    await takeOver(entry);
    this.#begun = entry.begun;
    this.fields.bringBack(entry.fields, entry.bases);
    if (entry.body) this.body.bringBack(entry.body);
    if (!this.isUnsaved) {
      await forget(entry.story);
      return;
    }
    this.broughtBack.value = entry.at;
    this.state.value = this.body.conflict.value ? { kind: 'conflict' } : { kind: 'kept', at: entry.at };
    this.touch();
  }

  /** Sends what was written, without being asked: what readers see changes when someone asks for it. */
  async autosave(): Promise<void> {
    await this.#turns.take(true);
  }

  /** Sends nothing more, because its author is signed out: what isn’t sent is kept on this computer. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#pace.stop();
    await this.keep();
    await leaveBehind(this.#journalKey);
  }

  /** Saves what was written and, of a published post, shows it to readers. */
  async save(): Promise<void> {
    await this.#turns.take(false);
  }

  /** Drops what is staged: the text is again what readers see. */
  async discard(): Promise<void> {
    await this.autosave();
    if (this.id.value !== undefined) this.receive(await discardStaged(this.id.value));
    this.takenFrom.value = undefined;
  }

  /** Sends what was written until now. What is written during the save is sent at its own time: otherwise each key would start a request. */
  async #save(isAuto: boolean): Promise<void> {
    if (this.#isClosed) return;
    this.#pace.rest();
    try {
      await this.keep();
      if (this.id.value === undefined && this.isUnsaved) await this.#create();
      const sending = await this.#sendWritten(isAuto);
      // A scheduled story is published without anybody at the desk.
      if (sending?.fields.headline !== undefined && this.post.value?.status === 'scheduled')
        await this.settleAddress();
      if (!isAuto) {
        await this.#endSeries();
        if (describeHindrance(this) === undefined) await this.#apply();
      }
    } catch (error) {
      await this.#fail(classifyFailure(error), error);
    }
  }

  /** Gets what others changed, unless something is being saved, whose answer tells it. */
  async refresh(): Promise<void> {
    if (this.id.value !== undefined && !this.#turns.isBusy) await this.#readAgain();
  }

  /** Has the address made from the headline, unless somebody has typed one or readers know it. */
  async settleAddress(): Promise<void> {
    const { value: post } = this.post;
    const changed = post && (await this.#address.settle(post));
    if (changed) this.receive(changed);
  }

  /** Writes what a revision has, byte by byte, as a new version. What was written since is saved first, so that it can be brought back. */
  async revertTo(version: number): Promise<void> {
    await this.save();
    const id = this.id.value;
    if (id === undefined) return;
    const post = await api.editor.editPost({ path: { id }, body: { revert_to: version } });
    this.receive(post);
    this.takenFrom.value = undefined;
  }

  /** Ends a conflict: the chosen body replaces both. */
  resolve(html: string): void {
    this.#isForced = this.body.conflict.value?.theirs.isLive ?? false;
    this.body.resolve(html);
    this.state.value = { kind: 'unsaved' };
    this.touch();
    void this.save();
  }

  /** Changed lists are saved only over those with which they were merged. @returns what was sent */
  async #sendWritten(isAuto: boolean, overtaken = 0): Promise<Sending | undefined> {
    // Those of a staged change have no version of their own: they are merged just before.
    if (this.post.value?.status === 'published' && hasLists(this.fields.toSend())) await this.#readAgain();
    const sending = this.#toSend(isAuto);
    try {
      await (sending ? this.#send(sending) : this.#rest());
      return sending;
    } catch (error) {
      if (!isOvertaken(error) || overtaken === MAX_OVERTAKEN) throw error;
    }
    await this.#readAgain();
    return await this.#sendWritten(isAuto, overtaken + 1);
  }

  async #readAgain(): Promise<void> {
    this.receive(await readPost(this.id.value ?? 0));
  }

  #toSend(isAuto: boolean): Sending | undefined {
    const [fields, body] = [this.fields.toSend(), this.body.toSend()];
    const isLive = this.post.value?.status === 'published';
    return body || Object.keys(fields).length > 0 ? { fields, body, isAuto: isAuto || isLive } : undefined;
  }

  async #apply(): Promise<void> {
    const { id, staged_change: staged } = this.post.value ?? {};
    if (id === undefined || !staged) return;
    try {
      await this.#applyOverNewest(id);
    } catch (error) {
      const failure = classifyFailure(error);
      if (failure.kind !== 'conflict' || !failure.theirs.isLive) throw error;
      this.body.meetLive(await readBaseBody(id, staged.base_version), failure.theirs);
      this.state.value = { kind: 'conflict' };
      return;
    } finally {
      this.#isForced = false;
    }
    this.#savedAt = Date.now();
    await this.#rest();
  }

  /** Staged lists are applied only over those with which they were merged. */
  async #applyOverNewest(id: number, overtaken = 0): Promise<void> {
    const { value: post } = this.post;
    if (!post?.staged_change) return;
    try {
      const lists = await mergeStagedLists(post);
      if (Object.keys(lists).length > 0)
        this.receive(await sendEdit(id, { fields: lists, body: undefined, isAuto: true }, post.version));
      this.receive(await applyStaged(id, post.version, this.#isForced));
      return;
    } catch (error) {
      if (!isOvertaken(error) || overtaken === MAX_OVERTAKEN) throw error;
    }
    await this.#readAgain();
    await this.#applyOverNewest(id, overtaken + 1);
  }

  /** An explicit save with nothing left to send. */
  async #endSeries(): Promise<void> {
    const { status, headline } = this.post.value ?? {};
    if (!this.#isSeries || status === 'published' || headline === undefined) return;
    await this.#send({ fields: { headline }, body: undefined, isAuto: false });
  }

  async #send(sending: Sending): Promise<void> {
    if (!['conflict', 'offline'].includes(this.state.value.kind)) this.state.value = { kind: 'saving' };
    const version = hasLists(sending.fields) ? this.post.value?.version : undefined;
    const post = await sendEdit(this.id.value ?? 0, sending, version);
    this.#retryMs = FIRST_RETRY_MS;
    this.#isSeries = sending.isAuto;
    this.fields.settle(sending.fields);
    if (sending.body) this.body.settle(sending.body.html, post.body_version);
    this.receive(post, sending.fields);
    if (this.isUnsaved) {
      await this.keep();
      if (!this.body.conflict.value) this.state.value = this.#describeUnsaved();
      return;
    }
    this.#savedAt = Date.now();
    await this.#rest();
  }

  #describeUnsaved(): SaveState {
    const faults = this.fields.faults.value;
    return this.fields.isRefused ? { kind: 'refused', message: describeFaults(faults) } : { kind: 'unsaved' };
  }

  async #create(): Promise<void> {
    this.state.value = { kind: 'saving' };
    const { headline } = this.fields.toSend();
    if (this.#begun === undefined) {
      this.#begun = typeof headline === 'string' ? headline : messages.story.untitled;
      // Another tab has to ask with the same headline.
      await this.keep();
    }
    const post = await createDraft(this.key, this.#begun);
    this.#address.noteCreated(this.#begun);
    this.#begun = undefined;
    this.body.begin(post.body_version);
    this.post.value = post;
    await this.keep();
    await forget(this.key);
  }

  async #fail(failure: Failure, error: unknown): Promise<void> {
    if (failure.kind === 'conflict') {
      if (this.body.meet(failure.theirs)) {
        this.#pace.retryIn(0);
        return;
      }
      this.state.value = { kind: 'conflict' };
      await this.keep();
      await this.refresh().catch(() => undefined);
      // The fields don’t wait until a body is chosen.
      if (Object.keys(this.fields.toSend()).length > 0) this.#pace.retryIn(0);
    } else if (failure.kind === 'retry') {
      this.state.value = { kind: 'offline', at: isKeeping.value ? Date.now() : undefined };
      this.#pace.retryIn(this.#retryMs);
      this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
    } else if (failure.kind === 'refused') {
      // What is wrong with one field keeps no other back, nor the text.
      this.#begun = undefined;
      if (this.fields.refuse(failure.faults)) this.#pace.retryIn(0);
      this.state.value = { kind: 'refused', message: describeError(error) };
    } else this.state.value = { kind: failure.kind };
  }
}
