import { isIPv6 } from 'node:net'

/** The network that counts as one client: an IPv4 address, or the IPv6 /64 of a subscriber. */
export function network(address: string): string {
  return ipv4Of(address)?.join('.') ?? groupsOf(address, 4) ?? address
}

/**
 * The range whose clients share a budget: an IPv4 /24, the smallest block routed by itself, or an IPv6 /48, the size of a site. A hosting
 * customer can choose freely among the addresses of either.
 */
export function range(address: string): string {
  const ipv4 = ipv4Of(address)
  return ipv4 === null ? (groupsOf(address, 3) ?? address) : ipv4.slice(0, 3).join('.')
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
