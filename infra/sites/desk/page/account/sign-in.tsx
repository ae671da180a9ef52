import { useSignal } from '@preact/signals';
import { EnrolmentRequired, SecondFactorRequired } from '../../../../client/source/errors.ts';
import { hasPasskeys } from '../../../sign-in/page/passkeys.ts';
import { part, readField } from '../dom.ts';
import { messages } from '../messages.ts';
import { api } from '../service/api.ts';
import { me } from '../service/me.ts';
import { forgetKey, readKey, storeKey } from '../service/session.ts';
import { isKeyRefusal, describeError } from '../words.ts';
import { signInByPasskey } from './passkey.ts';
import { resume } from './resume.ts';

const { signIn: texts } = messages;

/** Whether people of this site sign in by password, and whether at an identity provider. */
const hasPasswords = part('meta[name="passwords"]', HTMLMetaElement).content === 'yes';
const hasSingleSignOn = part('meta[name="single-sign-on"]', HTMLMetaElement).content === 'yes';

interface Props {
  /** Why someone who is signed in is asked again. */
  why?: string;
  onDone?: () => void;
}

/** Signs in by password, passkey or API key; other ways have a page of their own. What is open stays open. */
export function SignIn({ why = texts.again, onDone }: Props) {
  const isByKey = useSignal(readKey() !== undefined);
  const signIn = useSigningIn(onDone);
  const withoutKey = hasPasswords ? texts.withPassword : texts.withoutKey;
  return (
    <form class="sign-in" onSubmit={event => submit(event, isByKey.value, signIn)}>
      {me.value ? <h2>{texts.title}</h2> : <h1>{texts.title}</h1>}
      {me.value && <p>{why}</p>}
      {isByKey.value && <KeyField />}
      {!isByKey.value && hasPasswords && <PasswordFields needsFactor={signIn.needsFactor.value} />}
      {signIn.failure.value !== '' && <p role="alert">{signIn.failure.value}</p>}
      {(isByKey.value || hasPasswords) && (
        <button type="submit" class="primary" disabled={signIn.isWaiting.value}>
          {texts.submit}
        </button>
      )}
      {!isByKey.value && hasPasskeys() && <PasskeyButton signIn={signIn} />}
      <button type="button" class="quiet" onClick={() => (isByKey.value = !isByKey.value)}>
        {isByKey.value ? withoutKey : texts.withKey}
      </button>
      <OtherWays />
    </form>
  );
}

/** What the form itself can't do. The page of sign-in has no more than the form, unless the site has single sign-on. */
function OtherWays() {
  if (!hasPasswords)
    return (
      <a class="button primary" href={toSignIn()}>
        {texts.submit}
      </a>
    );
  return (
    <>
      {hasSingleSignOn && <a href={toSignIn()}>{texts.singleSignOn}</a>}
      <p class="hint">{texts.forgotten}</p>
    </>
  );
}

function PasskeyButton({ signIn: { isWaiting, run } }: { signIn: SigningIn }) {
  const press = (): void => {
    forgetKey();
    void run(signInByPasskey);
  };
  return (
    <button type="button" disabled={isWaiting.value} onClick={press}>
      {texts.withPasskey}
    </button>
  );
}

/** The page that signs in by other ways, and comes back here. */
function toSignIn(): string {
  return `/sign-in/?next=${encodeURIComponent(location.pathname + location.search)}`;
}

type SigningIn = ReturnType<typeof useSigningIn>;

/** Runs a way of signing in, one at a time, and says why it failed. */
function useSigningIn(onDone: Props['onDone']) {
  const failure = useSignal('');
  const isWaiting = useSignal(false);
  const needsFactor = useSignal(false);
  const run = async (way: () => Promise<void>): Promise<void> => {
    isWaiting.value = true;
    failure.value = '';
    try {
      await way();
      await resume();
      onDone?.();
    } catch (error) {
      needsFactor.value ||= error instanceof SecondFactorRequired;
      // The page of sign-in enrols a passkey.
      if (error instanceof EnrolmentRequired) location.assign(toSignIn());
      failure.value = isKeyRefusal(error) && readKey() === undefined ? texts.refused : describeError(error);
      forgetKey();
    } finally {
      isWaiting.value = false;
    }
  };
  return { failure, isWaiting, needsFactor, run };
}

function submit(event: SubmitEvent, isByKey: boolean, { run }: SigningIn): void {
  event.preventDefault();
  if (!(event.currentTarget instanceof HTMLFormElement)) return;
  const form = event.currentTarget;
  const read = (name: string): string => readField(form, name).trim();
  void run(async () => {
    if (isByKey) {
      storeKey(read('key'));
      return;
    }
    forgetKey();
    const [email, password, code] = [read('email'), readField(form, 'password'), read('code')];
    const body = { email, password, ...(code !== '' && { recovery_code: code }) };
    await api.sessions.create({ body, idempotencyKey: null });
  });
}

function KeyField() {
  return (
    <label>
      <span>{texts.key}</span>
      <input type="password" name="key" required autoComplete="off" autofocus />
    </label>
  );
}

/** The recovery code is asked for where a password is not enough. */
function PasswordFields({ needsFactor }: { needsFactor: boolean }) {
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
      {needsFactor && (
        <label>
          <span>{texts.recoveryCode}</span>
          <input type="text" name="code" autoComplete="one-time-code" />
        </label>
      )}
    </>
  );
}
