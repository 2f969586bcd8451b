import { lookup as resolve, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Ranges inside a network of one's own, which a setting opens. Link-local addresses stay closed: clouds keep their keys there. */
const inside = new Set(['private', 'loopback', 'uniqueLocal'])

/** Whether a webhook may go to this address. */
function isAllowed(address: string, mayBeInside: boolean): boolean {
  // One that is mapped into IPv6 is judged as what it is.
  const range = ipaddr.process(address.replace(/%.*$/, '')).range()
  return range === 'unicast' || (mayBeInside && inside.has(range))
}

/** The error of an address that no webhook may go to; trying again is of no use. */
function addressError(host: string): Error {
  return Object.assign(new Error(`${host} is an address inside this network: FROND_PRIVATE_WEBHOOKS=1 allows those`), {
    name: 'AddressError',
  })
}

/** Throws where a URL's host is itself an address that no webhook may go to: such a host is never looked up. */
export function refuseInside({ hostname }: URL, mayBeInside: boolean): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isAllowed(host, mayBeInside)) throw addressError(host)
}

/**
 * Looks names up for a connection, and refuses those of which any address is inside. The connection goes to what was checked here: a name
 * that says something else the next time it is asked gains nothing.
 */
export function checkedLookup(mayBeInside: boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error !== null) return callback(error, '')
      if (found.some(({ address }) => !isAllowed(address, mayBeInside))) return callback(addressError(hostname), '')
      if (options.all === true) return callback(null, found)
      const [first] = found
      return first === undefined ? callback(addressError(hostname), '') : callback(null, first.address, first.family)
    })
  }
}
