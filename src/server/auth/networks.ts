import ipaddr from 'ipaddr.js'

/** The network that counts as one client: an IPv4 address, or the IPv6 /64 of a subscriber. */
export function network(address: string): string {
  return prefixOf(address, 4, 4)
}

/**
 * The range whose clients share a budget: an IPv4 /24, the smallest block routed by itself, or an IPv6 /48, the size of a site. A hosting
 * customer can choose freely among the addresses of either.
 */
export function range(address: string): string {
  return prefixOf(address, 3, 3)
}

/** The address without the port that some proxies append in X-Forwarded-For: each connection would count as another client. */
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? []
  return ipv6 ?? ipv4 ?? address
}

/** The first parts of an IPv4 address, also of one mapped into IPv6, or the first groups of an IPv6 address; other texts as they are. */
function prefixOf(address: string, parts: number, groups: number): string {
  const bare = withoutPort(address).replace(/%.*$/, '')
  if (!ipaddr.isValid(bare)) return bare
  const ip = ipaddr.process(bare)
  if (ip instanceof ipaddr.IPv4) return ip.octets.slice(0, parts).join('.')
  return ip.parts
    .slice(0, groups)
    .map((group) => group.toString(16))
    .join(':')
}
