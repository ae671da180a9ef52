import { useSignal } from '@preact/signals';
import { readField } from '../dom.ts';
import { messages } from '../messages.ts';
import { api } from '../service/api.ts';
import { me, readMe } from '../service/me.ts';
import { forgetKey, isSignedOut, readKey, storeKey } from '../service/session.ts';
import { saveAll } from '../story/open.ts';
import { isKeyRefusal, describeError } from '../words.ts';

const { signIn: texts } = messages;

interface Props {
  /** Why someone who is signed in is asked again. */
  why?: string;
  onDone?: () => void;
}

/** Signs in by email and password, or by an API key. What is open stays open. */
export function SignIn({ why = texts.again, onDone }: Props) {
  const isByKey = useSignal(readKey() !== undefined);
  const failure = useSignal('');
  const isWaiting = useSignal(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = event.currentTarget;
    const read = (name: string): string => readField(form, name);
    isWaiting.value = true;
    failure.value = '';
    try {
      if (isByKey.value) storeKey(read('key').trim());
      else await signInByPassword(read('email').trim(), read('password'));
      await readMe();
      isSignedOut.value = false;
      saveAll();
      onDone?.();
    } catch (error) {
      failure.value = !isByKey.value && isKeyRefusal(error) ? texts.refused : describeError(error);
      if (isByKey.value) forgetKey();
    } finally {
      isWaiting.value = false;
    }
  };
  return (
    <form class="sign-in" onSubmit={event => void submit(event)}>
      {me.value ? <h2>{texts.title}</h2> : <h1>{texts.title}</h1>}
      {me.value && <p>{why}</p>}
      {isByKey.value ? <KeyField /> : <PasswordFields />}
      {failure.value !== '' && <p role="alert">{failure.value}</p>}
      <button type="submit" class="primary" disabled={isWaiting.value}>
        {texts.submit}
      </button>
      <button type="button" class="quiet" onClick={() => (isByKey.value = !isByKey.value)}>
        {isByKey.value ? texts.withPassword : texts.withKey}
      </button>
      <a href={`/sign-in/?next=${encodeURIComponent(location.pathname)}`}>{texts.otherWays}</a>
      <a href={toSignIn()}>{texts.otherPage}</a>
    </form>
  );
}

/** The page that signs in by other ways, and comes back here. */
function toSignIn(): string {
  return `/sign-in/?next=${encodeURIComponent(location.pathname + location.search)}`;
}

async function signInByPassword(email: string, password: string): Promise<void> {
  forgetKey();
  await api.sessions.create({ body: { email, password }, idempotencyKey: null });
}

function KeyField() {
  return (
    <label>
      <span>{texts.key}</span>
      <input type="password" name="key" required autoComplete="off" autofocus />
    </label>
  );
}

function PasswordFields() {
  return (
    <>
      <label>
        <span>{texts.email}</span>
        <input type="email" name="email" required autoComplete="username" autofocus />
      </label>
      <label>
        <span>{texts.password}</span>
        <input type="password" name="password" required autoComplete="current-password" />
      </label>
    </>
  );
}
