import ipaddr from 'ipaddr.js';

/** A provider assigns a customer one IPv4 address or an IPv6 prefix of 64 bits, which is 8 bytes. */
const IPV6_BYTES = 8;

/** Returns the network under which an address is counted. Addresses among which one person can switch at will have the same network. */
export function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  return parsed.kind() === 'ipv4' ? bytes.join('.') : bytes.slice(0, IPV6_BYTES).join('.');
}
