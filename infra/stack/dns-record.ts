import {
  AaaaRecord,
  ARecord,
  HostedZone,
  RecordTarget,
  type IAliasRecordTarget,
} from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { DomainSettings } from './domain-settings.ts';

type Name = Pick<DomainSettings, 'name'> & { hostedZone: NonNullable<DomainSettings['hostedZone']> };

/** Creates the DNS records in the hosted zone that point the name to the target: for IPv4, and with `ipv6` also for IPv6. */
export function addAliasRecord(
  scope: Construct,
  { name, hostedZone }: Name,
  target: IAliasRecordTarget,
  { ipv6 = false } = {},
): void {
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'zone', {
    hostedZoneId: hostedZone.id,
    zoneName: hostedZone.name,
  });
  // With the dot at its end, the name is fully qualified.
  const record = { zone, recordName: `${name}.`, target: RecordTarget.fromAlias(target) };
  new ARecord(scope, 'record', record);
  if (ipv6) new AaaaRecord(scope, 'record-ipv6', record);
}
