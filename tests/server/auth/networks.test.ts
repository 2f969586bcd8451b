import { describe, expect, it } from 'vitest'
import { network, range } from '../../../src/server/auth/networks'

describe('network', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['::ffff:c633:6407', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['2001:DB8:1:2::', '2001:db8:1:2'],
    ['198.51.100.7:51234', '198.51.100.7'],
    ['[2001:db8:1:2::9]:51234', '2001:db8:1:2'],
    ['[::ffff:198.51.100.7]:51234', '198.51.100.7'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, expected) => expect(network(address)).toBe(expected))
})

describe('range', () => {
  it.each([
    ['198.51.100.7', '198.51.100'],
    ['198.51.100.7:51234', '198.51.100'],
    ['[2001:db8:1:2::9]:51234', '2001:db8:1'],
  ])('of %s is %s', (address, expected) => expect(range(address)).toBe(expected))
})
