import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Private ranges, which a setting opens to webhooks. Link-local addresses stay closed: cloud metadata services hand out credentials there.
 */
const privateRanges = new Set(['private', 'loopback', 'uniqueLocal'])
/** Metadata services inside a private range: of Amazon, Google and Oracle. */
const metadata = new Set(['fd00:ec2::254', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe'])

/** Finds all addresses of a name, as `lookup` of `node:dns` does. */
export type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Whether a webhook may connect to this address. */
function isAllowed(address: string, allowsPrivate: boolean): boolean {
  // Judges an IPv4 address mapped into IPv6 as IPv4.
  const judged = ipaddr.process(address.replace(/%.*$/, ''))
  const range = judged.range()
  return range === 'unicast' || (allowsPrivate && privateRanges.has(range) && !metadata.has(judged.toString()))
}

/** The error for a host with these addresses, which webhooks may not reach; a retry cannot succeed. */
function addressError(host: string, addresses: readonly string[]): Error {
  const advice = addresses.some((address) => !isAllowed(address, true))
    ? 'an address that webhooks may never reach'
    : 'an internal address: set FROND_PRIVATE_WEBHOOKS=1 to allow private addresses'
  return Object.assign(new Error(`${host} is ${advice}`), { name: 'AddressError' })
}

/**
 * Throws when a URL's host is a literal address that webhooks may not reach: Node never looks such a host up, so `checkedLookup` would not
 * see it.
 */
export function refusePrivateHost({ hostname }: URL, allowsPrivate: boolean): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isAllowed(host, allowsPrivate)) throw addressError(host, [host])
}

/**
 * A DNS lookup for `http.request` that refuses a name when any of its addresses is internal. The request connects to the checked addresses,
 * so DNS rebinding gains nothing.
 */
export function checkedLookup(allowsPrivate: boolean, resolve: ResolveAll = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '')
      const addresses = found.map(({ address }) => address)
      if (!addresses.every((address) => isAllowed(address, allowsPrivate))) return callback(addressError(hostname, addresses), '')
      if (options.all === true) return callback(null, found)
      const [first] = found
      return first === undefined
        ? callback(new Error(`${hostname} has no address`), '')
        : callback(null, first.address, first.family)
    })
  }
}
