import { Authors } from '../authors/record.ts';
import { takeChallenge } from '../factors/challenge.ts';
import type { SignedCredential } from '../factors/input.ts';
import { changeFactors } from '../factors/record.ts';
import type { RelyingParty } from '../factors/relying-party.ts';
import { checkSignature } from '../factors/verify.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { PasskeyRefused } from '../../platform/core/errors.ts';
import type { Client } from '../../platform/http/client.ts';
import { recordAlone } from '../../platform/store/audit/record.ts';
import { beginSessionIn, type Begun } from './write.ts';

/** Begins a session of the author whose passkey signed a challenge, and stores the passkey's new counter. @throws PasskeyRefused */
export async function signInWithPasskey(
  credential: SignedCredential,
  party: RelyingParty,
  client: Client,
): Promise<Begun> {
  const [author] = await Authors.readMany([credential.response.userHandle], { consistent: true });
  if (author?.status !== 'active') throw new PasskeyRefused();
  const begun = changeFactors(author.id, async (factors, transaction) => {
    const passkey = factors.passkeys.find(({ credential_id }) => credential_id === credential.id);
    if (!passkey) throw new PasskeyRefused();
    const { challenge, counter } = await checkSignature(credential, passkey, party).catch(
      (cause: unknown) => {
        throw new PasskeyRefused({ cause });
      },
    );
    takeChallenge(transaction, challenge, 'sign-in', () => new PasskeyRefused());
    const used = { ...passkey, counter, used_ts: nowTs() };
    const passkeys = factors.passkeys.map(other => (other === passkey ? used : other));
    const result = beginSessionIn(transaction, author, client, 'passkey');
    return { next: { ...factors, passkeys }, result };
  });
  return await begun.catch(async (error: unknown) => {
    if (error instanceof PasskeyRefused)
      await recordAlone({ action: 'author.sign_in_refused', id: author.id });
    throw error;
  });
}
