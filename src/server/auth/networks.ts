import { isIPv6 } from 'node:net'

/** Who counts as one client: an IPv4 address, or the /64 that one IPv6 subscriber's network has. */
export function network(address: string): string {
  return ipv4Of(address)?.join('.') ?? groupsOf(address, 4) ?? address
}

/**
 * Who counts as one neighbourhood: an IPv4 /24, the smallest block that is routed by itself, or an IPv6 /48, what a site gets; a host's
 * customer chooses freely among the addresses of either.
 */
export function range(address: string): string {
  const ipv4 = ipv4Of(address)
  return ipv4 === null ? (groupsOf(address, 3) ?? address) : ipv4.slice(0, 3).join('.')
}

/** The four numbers of an IPv4 address, one inside IPv6 too. */
function ipv4Of(address: string): string[] | null {
  return /^(?:::ffff:)?(\d+)\.(\d+)\.(\d+)\.(\d+)$/i.exec(address)?.slice(1) ?? null
}

/** The first so many groups of an IPv6 address, in one spelling; null of what is none. */
function groupsOf(address: string, count: number): string | null {
  if (!isIPv6(address)) return null
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, count)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
