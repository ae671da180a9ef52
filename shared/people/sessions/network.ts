import ipaddr from 'ipaddr.js';

/** What one customer of a network has: an IPv4 address, or a /64 of IPv6. */
const IPV6_BYTES = 8;

/** The form in which addresses are counted: those that one person can change at will are the same. */
export function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  return parsed.kind() === 'ipv4' ? bytes.join('.') : bytes.slice(0, IPV6_BYTES).join('.');
}
