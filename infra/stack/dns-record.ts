import { ARecord, HostedZone, RecordTarget, type IAliasRecordTarget } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { DomainSettings } from './deployment.ts';

type Name = Pick<DomainSettings, 'name'> & { hostedZone: NonNullable<DomainSettings['hostedZone']> };

/** A record of the hosted zone by which the name leads to what was deployed. */
export function pointTo(scope: Construct, { name, hostedZone }: Name, target: IAliasRecordTarget): void {
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'zone', {
    hostedZoneId: hostedZone.id,
    zoneName: hostedZone.name,
  });
  // The dot at the end says that it is the whole name.
  new ARecord(scope, 'record', { zone, recordName: `${name}.`, target: RecordTarget.fromAlias(target) });
}
