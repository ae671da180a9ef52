import { afterEach, beforeEach, expect, it } from 'vitest';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import { configureSite, parseSite } from '../../../../shared/platform/site/site.ts';
import {
  haveLostRights,
  SHARING_ROLES_KEY,
  sweepSharingRoles,
} from '../../../../shared/posts/answers/sharing-roles.ts';
import { deleteItem } from '../../../../shared/platform/store/put.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { restoreClock, stopClock } from '../../../support/time/clock.ts';
import { useEngines } from '../../../support/aws/engines.ts';
import { beforeFirst, withFaults } from '../../../support/aws/faults.ts';

useEngines();

const WITH_RIGHTS = { Stringer: ['write_draft', 'publish_post'] };
const WITHOUT_RIGHTS = { Stringer: ['upload'] };

beforeEach(async () => {
  stopClock();
  await deleteItem(SHARING_ROLES_KEY);
});
afterEach(() => {
  configureSite(parseSite({}));
  restoreClock();
});

async function sweepUnder(customRoles: object): Promise<void> {
  configureSite(parseSite({ customRoles }));
  await sweepSharingRoles();
}

async function hasStringerLost(): Promise<boolean> {
  return haveLostRights(['Stringer'], nowTs(), await getItem(SHARING_ROLES_KEY, { consistent: true }));
}

it('a role loses no right by being stored with all rights, or by getting more', async () => {
  await sweepUnder({ Stringer: ['write_draft'] });
  await sweepUnder(WITH_RIGHTS);
  expect(await hasStringerLost()).toBe(false);
});

it('a role loses rights at the time of the sweep that finds them missing', async () => {
  await sweepUnder(WITH_RIGHTS);
  await sweepUnder(WITHOUT_RIGHTS);
  const item = await getItem(SHARING_ROLES_KEY, { consistent: true });
  expect(await haveLostRights(['Stringer'], nowTs(), item)).toBe(true);
  expect(await haveLostRights(['Stringer'], nowTs() + 1, item)).toBe(false);
  expect(await haveLostRights(['Editor', 'Guest Writer'], 0, item)).toBe(false);
});

it('a role has lost rights that a deployment took and another gave back in the same second, when the sweep ran after each', async () => {
  await sweepUnder(WITH_RIGHTS);
  await sweepUnder(WITHOUT_RIGHTS);
  await sweepUnder(WITH_RIGHTS);
  expect(await hasStringerLost()).toBe(true);
});

it.each([
  ['made', () => Promise.resolve()],
  ['changed', () => sweepUnder(WITH_RIGHTS)],
])(
  'sweepSharingRoles() keeps the loss that another process recorded while the record was %s',
  async (_, prepare) => {
    await prepare();
    const other = beforeFirst('PutItemCommand', async () => {
      await sweepUnder(WITHOUT_RIGHTS);
      configureSite(parseSite({ customRoles: { ...WITH_RIGHTS, Columnist: [] } }));
    });
    await withFaults(other, () => sweepUnder({ ...WITH_RIGHTS, Columnist: [] }));
    expect(await hasStringerLost()).toBe(true);
  },
);

it('a role that may not publish loses a right when the setting drafts limits it to its own drafts, and others lose none', async () => {
  const customRoles = { Stringer: ['write_draft'], Columnist: ['write_draft', 'publish_post'] };
  await sweepUnder(customRoles);
  configureSite(parseSite({ customRoles, drafts: 'own' }));
  await sweepSharingRoles();
  const item = await getItem(SHARING_ROLES_KEY, { consistent: true });
  expect(await haveLostRights(['Stringer'], nowTs(), item)).toBe(true);
  expect(await haveLostRights(['Columnist', 'Guest Writer', 'Editor'], 0, item)).toBe(false);
});

it('a role that was limited to its own drafts keeps the time of its loss, and loses nothing more when it may see all', async () => {
  const customRoles = { Stringer: ['write_draft'] };
  configureSite(parseSite({ customRoles, drafts: 'own' }));
  await sweepSharingRoles();
  expect(await hasStringerLost()).toBe(false);
  await sweepUnder(customRoles);
  expect(await hasStringerLost()).toBe(false);
});
