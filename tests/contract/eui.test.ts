import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eui64, eui64FromMac, eui64OrMac48, euiIn, normalizeEui } from '../../src/contract/eui'

const takes = (schema: { isValidSync(value: unknown, options: { strict: true }): boolean }, value: unknown) =>
  schema.isValidSync(value, { strict: true })
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'.split('')), minLength: length, maxLength: length })

describe('an EUI', () => {
  it('is stored as upper-case digits, whatever separators and case it came with', () => {
    fc.assert(
      fc.property(hex(16), fc.constantFrom('', ':', '-'), (digits, separator) => {
        fc.pre(!/^(?:0+|F+)$/i.test(digits))
        const written = digits.match(/../g)?.join(separator) ?? ''
        expect(takes(eui64(), written)).toBe(true)
        expect(eui64().cast(written)).toBe(digits.toUpperCase())
        expect(normalizeEui(normalizeEui(written))).toBe(normalizeEui(written))
      }),
    )
  })

  it.each([
    '',
    '70B3D57ED0001A2',
    '70B3D57ED0001A2FF',
    '70B3D57ED0001A2G',
    '0000000000000000',
    'ffff:ffff:ffff:ffff',
    '70 B3 D5 7E D0 00 1A 2F',
  ])('cannot be %j', (value) => {
    expect(takes(eui64(), value)).toBe(false)
  })

  it('of a sensor may be a MAC-48, whose EUI-64 has FFFE in the middle', () => {
    expect(takes(eui64OrMac48(), 'C4:7C:8D:6A:00:01')).toBe(true)
    expect(takes(eui64(), 'C4:7C:8D:6A:00:01')).toBe(false)
    expect(eui64FromMac('c4:7c:8d:6a:00:01')).toBe('C47C8DFFFE6A0001')
    expect(eui64FromMac('C47C8DFFFE6A0001')).toBeNull()
  })
})

describe('the code of a label', () => {
  it.each([
    ['https://frond.example/pages/gateways/0199b0c2-7d50-7c3b-a0f3-5d1a2b3c4d5e#70B3D57ED0001A2F', '70B3D57ED0001A2F'],
    ['https://frond.example/pages/gateways/0199b0c2-7d50-7c3b-a0f3-5d1a2b3c4d5e#70B3D57ED0001A2F&name=Attic', '70B3D57ED0001A2F'],
    ['https://frond.example/pages/sensors/0199b0c2-7d50-7c3b-a0f3-5d1a2b3c4d5e#C638D3BBDC0C&name=C638D3BBDC0D', 'C638D3BBDC0C'],
    ['LW:D0:1122334455667788:AABBCCDDEEFF0011:AABB1122:OAABBCCDDEEFF', 'AABBCCDDEEFF0011'],
    ['EUI 70:b3:d5:7e:d0:00:1a:2f', '70B3D57ED0001A2F'],
    ['c6aabbccddee', 'C6AABBCCDDEE'],
    ['1122334455667788 AABBCCDDEEFF0011', null],
    ['https://example.com/help', null],
  ])('%s has the EUI %s', (code, eui) => {
    expect(euiIn(code)).toBe(eui)
  })
})
