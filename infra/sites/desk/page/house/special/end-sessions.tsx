import { useSignal } from '@preact/signals';
import { messages } from '../../messages.ts';
import { api } from '../../service/api.ts';
import { me } from '../../service/me.ts';
import { forgetKey, isSignedOut } from '../../service/session.ts';
import { attempt } from '../../status.ts';
import { Confirm } from '../confirm.tsx';

const { endAll } = messages.house;

/** Ends all sessions of the caller, on every device. */
export function EndSessions() {
  const isAsking = useSignal(false);
  const end = async (): Promise<void> => {
    isAsking.value = false;
    const isDone = await attempt(endAll.done, () => api.sessions.deleteAll());
    if (!isDone) return;
    forgetKey();
    me.value = undefined;
    isSignedOut.value = true;
  };
  return (
    <>
      <button type="button" onClick={() => (isAsking.value = true)}>
        {endAll.button}
      </button>
      {isAsking.value && (
        <Confirm
          {...endAll}
          what={me.value?.author.displayname ?? ''}
          onConfirm={() => void end()}
          onCancel={() => (isAsking.value = false)}
        />
      )}
    </>
  );
}
