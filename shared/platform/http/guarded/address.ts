import ipaddr from 'ipaddr.js';

/** The only IPv6 range assigned for global unicast; addresses outside are special even where no list names them. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public addresses that reach a cloud's control plane. */
const CLOUD_INTERNAL = [ipaddr.IPv4.parseCIDR('168.63.129.16/32')];

/**
 * Whether an IP address is public unicast. Addresses that embed another one (mapped, NAT64, 6to4, Teredo) are not, because public hosts
 * have plain addresses.
 */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv6
    ? address.match(GLOBAL_IPV6)
    : !CLOUD_INTERNAL.some(range => address.match(range));
}
