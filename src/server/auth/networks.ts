import { isIPv6 } from 'node:net'

/** The network that counts as one client: an IPv4 address, or the IPv6 /64 of a subscriber. */
export function network(address: string): string {
  const bare = withoutPort(address)
  return ipv4Of(bare)?.join('.') ?? groupsOf(bare, 4) ?? bare
}

/**
 * The range whose clients share a budget: an IPv4 /24, the smallest block routed by itself, or an IPv6 /48, the size of a site. A hosting
 * customer can choose freely among the addresses of either.
 */
export function range(address: string): string {
  const bare = withoutPort(address)
  return ipv4Of(bare)?.slice(0, 3).join('.') ?? groupsOf(bare, 3) ?? bare
}

/** The address without the port that some proxies append in X-Forwarded-For: each connection would count as another client. */
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? []
  return ipv6 ?? ipv4 ?? address
}

/** The four parts of an IPv4 address, also of one mapped into IPv6. */
function ipv4Of(address: string): string[] | null {
  return /^(?:::ffff:)?(\d+)\.(\d+)\.(\d+)\.(\d+)$/i.exec(address)?.slice(1) ?? null
}

/** The first `count` groups of an IPv6 address, normalised; null for other texts. */
function groupsOf(address: string, count: number): string | null {
  if (!isIPv6(address)) return null
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, count)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
