import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Authenticator } from '../../../../infra/dev/openapi/authenticator.ts';
import { createAuthor } from '../../../../shared/people/authors/write.ts';
import { SignedCredential } from '../../../../shared/people/factors/input.ts';
import { offerSignIn } from '../../../../shared/people/factors/options.ts';
import { readFactors } from '../../../../shared/people/factors/record.ts';
import { toRelyingParty } from '../../../../shared/people/factors/relying-party.ts';
import { authenticateSession } from '../../../../shared/people/sessions/authenticate.ts';
import { enrolPasskey, offerOwnEnrolment } from '../../../../shared/people/sessions/own-factors.ts';
import { signInWithPasskey } from '../../../../shared/people/sessions/passkey-sign-in.ts';
import { sessionItem, sessionKey } from '../../../../shared/people/sessions/record.ts';
import { signIn } from '../../../../shared/people/sessions/sign-in.ts';
import { SessionEnded } from '../../../../shared/platform/core/errors.ts';
import { newId } from '../../../../shared/platform/core/ids.ts';
import { deleteItem, putItem } from '../../../../shared/platform/store/put.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { ADMIN, useEngines } from '../../../support/aws/engines.ts';
import { beforeFirst, dyingAfter, withFaults } from '../../../support/aws/faults.ts';
import { restoreClock, stopClock } from '../../../support/time/clock.ts';

useEngines();

const CLIENT = { address: '192.0.2.1', device: 'Browser' };
const PARTY = toRelyingParty('localhost:4000');
const PASSWORD = 'nine years for a bridge';
let number = 0;
let id = 0;
let begun: Awaited<ReturnType<typeof signIn>>;
let authenticator: Authenticator;

beforeEach(async () => {
  const email = `person${++number}@example.org`;
  id = (await createAuthor({ email, password: PASSWORD, role: 'Editor' }, ADMIN)).value.id;
  begun = await signIn({ email, password: PASSWORD }, CLIENT);
  authenticator = new Authenticator('http://localhost:4000');
});

afterEach(() => {
  vi.restoreAllMocks();
  restoreClock();
});

async function enrol(): Promise<void> {
  const caller = await authenticateSession(begun.cookie, CLIENT);
  const credential = authenticator.enrol(await offerOwnEnrolment(caller, PARTY));
  await enrolPasskey({ name: 'Phone', credential }, PARTY, caller);
}

async function sign() {
  return v.parse(SignedCredential, authenticator.signIn(await offerSignIn(PARTY)));
}

describe('enrolPasskey()', () => {
  it('enrols nothing when the session is ended at the same time', async () => {
    const racing = withFaults(
      beforeFirst('TransactWriteItemsCommand', () => deleteItem(sessionKey(id, begun.session.id))),
      enrol,
    );

    await expect(racing).rejects.toThrow(SessionEnded);
    expect((await readFactors(id)).value.passkeys).toEqual([]);
    expect(await getItem(sessionKey(id, begun.session.id), { consistent: true })).toBeUndefined();
  });
});

describe('signInWithPasskey()', () => {
  it('never replaces a session that has the same id', async () => {
    await enrol();
    stopClock();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const credential = await sign();
    const taken = newId() + 1;
    const other = sessionItem({ ...begun.session, id: taken, hash: 'of another process' });
    await putItem(other);
    const { session } = await signInWithPasskey(credential, PARTY, CLIENT);

    expect(session.id).toBeGreaterThan(taken);
    expect(await getItem(sessionKey(id, taken), { consistent: true })).toEqual(other);
  });

  it('leaves the challenge for another try when the process dies before the commit', async () => {
    await enrol();
    const credential = await sign();
    for (let calls = 0; calls < 3; calls++)
      await withFaults(dyingAfter(calls), () =>
        expect(signInWithPasskey(credential, PARTY, CLIENT)).rejects.toThrow('the process is dead'),
      );

    expect((await signInWithPasskey(credential, PARTY, CLIENT)).session.author_id).toBe(id);
  });
});
