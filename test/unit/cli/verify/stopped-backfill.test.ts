import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toText, verifySite } from '../../../../infra/cli/verify/table.ts';
import { configureSite, parseSite } from '../../../../shared/platform/site/site.ts';
import { enterUses } from '../../../../shared/posts/uses/jobs.ts';
import { makePost, useEngines } from '../../../support/aws/engines.ts';
import { dyingAfter, withFaults } from '../../../support/aws/faults.ts';
import { advanceClock, restoreClock } from '../../../support/time/clock.ts';

useEngines();

const LEASE_S = 61;
/** More calls than entering a post makes. */
const MAX_CALLS = 12;

beforeAll(() => configureSite(parseSite({ baseUrl: 'http://127.0.0.1' })));
afterEach(restoreClock);

describe('verify, when a sweep that enters posts of earlier versions stops', () => {
  // Another sweep may have passed the post, so nothing enters it again.
  it('finds no disagreement about a post without pictures, wherever the sweep stopped', async () => {
    const { id } = (await makePost({ headline: 'Bridge opens' }, 'published')).value;
    for (let calls = 0; calls <= MAX_CALLS; calls++) {
      await withFaults(dyingAfter(calls), () => enterUses(id)).catch(() => undefined);
      advanceClock(LEASE_S);
      const found = (await verifySite()).map(toText);
      expect(found.filter(text => text.includes('USED_IMAGES'))).toEqual([]);
    }
  });
});
