import ipaddr from 'ipaddr.js';

/** The only IPv6 space handed out for global use; what lies outside is special even where no list names it. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Publicly numbered addresses that lead into a cloud's own control plane. */
const CLOUD_INTERNAL = [ipaddr.IPv4.parseCIDR('168.63.129.16/32')];

/**
 * Whether an IP address is public unicast. Addresses that wrap another one (mapped, NAT64, 6to4, Teredo) are not,
 * whatever they wrap: a host on the open web has a plain one.
 */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv6
    ? address.match(GLOBAL_IPV6)
    : !CLOUD_INTERNAL.some(range => address.match(range));
}
