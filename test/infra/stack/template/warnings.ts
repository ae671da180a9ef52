import { describe, expect, it } from 'vitest';
import { getArtifact, withEverything } from './synthesized.ts';

/** The warnings that the CDK's command prints of a stack. */
function listWarnings(artifact: any): string[] {
  return Object.values<any>(artifact.metadata)
    .flat()
    .filter(({ type }) => type === 'aws:cdk:warning')
    .map(({ data }) => data);
}

describe('warnings of the synthesis', () => {
  it('name baseUrl, the host of passkeys, alarmEmail and protected when production does not set them', () => {
    expect(listWarnings(getArtifact('prod'))).toEqual([
      expect.stringContaining('site.baseUrl is not set'),
      expect.stringContaining('passkeys are bound to the generated host of the API'),
      expect.stringContaining('deployment.prod.alarmEmail is not set: no one is notified of alarms'),
      expect.stringContaining('deployment.prod.protected is not set'),
    ]);
  });

  it('name only baseUrl in development, which has no alarms', () => {
    expect(listWarnings(getArtifact('dev'))).toEqual([expect.stringContaining('site.baseUrl')]);
  });

  it('do not appear for settings that are set', () => {
    expect(listWarnings(withEverything().artifact)).toEqual([expect.stringContaining('site.baseUrl')]);
  });
});
