import { ARecord, HostedZone, RecordTarget, type IAliasRecordTarget } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { DomainSettings } from './deployment.ts';

type Name = Pick<DomainSettings, 'name'> & { hostedZone: NonNullable<DomainSettings['hostedZone']> };

/** Creates the DNS record in the hosted zone that points the name to the target. */
export function addAliasRecord(
  scope: Construct,
  { name, hostedZone }: Name,
  target: IAliasRecordTarget,
): void {
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'zone', {
    hostedZoneId: hostedZone.id,
    zoneName: hostedZone.name,
  });
  // With the dot at its end, the name is fully qualified.
  new ARecord(scope, 'record', { zone, recordName: `${name}.`, target: RecordTarget.fromAlias(target) });
}
