import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { ApiError, SignInTooOld } from '../../../../client/source/errors.ts';
import { messages } from '../messages.ts';
import { SignIn } from '../account/sign-in.tsx';
import { watchReturn } from '../service/api.ts';
import { describeError } from '../words.ts';

const { house: texts } = messages;

/** Something that someone asked for: whether it runs, and why it failed. */
export class Task {
  readonly isRunning = signal(false);
  readonly failure = signal('');
  /** Why the service refused a field, by its name. */
  readonly faults = signal<Readonly<Record<string, string>>>({});
  /** Does it again after a sign-in, which the service asks for. */
  readonly again = signal<(() => void) | undefined>(undefined);

  async run(work: () => Promise<unknown>): Promise<boolean> {
    if (this.isRunning.value) return false;
    this.isRunning.value = true;
    this.failure.value = '';
    this.faults.value = {};
    this.again.value = undefined;
    try {
      await work();
      return true;
    } catch (error) {
      this.#explain(error, () => void this.run(work));
      return false;
    } finally {
      this.isRunning.value = false;
    }
  }

  /** Says what is wrong with fields, without asking the service. */
  refuse(faults: Readonly<Record<string, string>>): void {
    this.faults.value = faults;
    this.failure.value = texts.checkFields;
  }

  /** Forgets that the service did not answer. */
  forgetSilence(): void {
    if (this.failure.peek() === messages.refusals.noAnswer) this.failure.value = '';
  }

  #explain(error: unknown, again: () => void): void {
    if (error instanceof SignInTooOld) {
      this.again.value = again;
      return;
    }
    const faults = error instanceof ApiError ? readFaults(error.messages) : {};
    this.faults.value = faults;
    this.failure.value = Object.keys(faults).length > 0 ? texts.checkFields : describeError(error);
  }
}

/** `url: is taken` by its field. */
function readFaults(found: readonly string[]): Record<string, string> {
  const faults = found.flatMap((message): [string, string][] => {
    const [, field, fault] = /^([a-z]\w*)(?:\.[^:\s]+)*: (.+)$/s.exec(message) ?? [];
    if (field === undefined || fault === undefined) return [];
    return [[field, `${fault.slice(0, 1).toUpperCase()}${fault.slice(1)}.`.replace(/\.\.$/, '.')]];
  });
  return Object.fromEntries(faults);
}

export function useTask(): Task {
  const task = useMemo(() => new Task(), []);
  useEffect(() => watchReturn(() => task.forgetSilence()), []);
  return task;
}

/** Why a task failed, or the sign-in that it needs. */
export function TaskNotice({ task }: { task: Task }) {
  const again = task.again.value;
  if (again) {
    return (
      <div class="sign-in-again" role="alert">
        <SignIn why={texts.signInAgain} onDone={again} />
      </div>
    );
  }
  return task.failure.value === '' ? null : (
    <p class="task-failure" role="alert">
      {task.failure.value}
    </p>
  );
}
