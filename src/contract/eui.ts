import { string, type StringSchema } from 'yup'
// For the messages of all schemas.
import './fields'

/** A normalized EUI-64, or the MAC-48 of a Bluetooth sensor. */
export const EUI_PATTERN = /^(?:[0-9A-F]{16}|[0-9A-F]{12})$/

/** EUI-64, 16 hexadecimal digits in upper case; accepts and normalizes `:`, `-` and lower case. All zeros and all F are refused. */
export function eui64() {
  return eui(/^[0-9A-F]{16}$/, '${label} must be 16 hexadecimal digits, such as 70B3D57ED0001A2F')
}

/** EUI-64 as `eui64()`, or the 12 digits of a Bluetooth sensor's MAC-48. */
export function eui64OrMac48() {
  return eui(EUI_PATTERN, '${label} must be 16 hexadecimal digits, or 12 for a Bluetooth address')
}

function eui(shape: RegExp, message: string): StringSchema {
  return string()
    .transform((value: unknown) => (typeof value === 'string' ? normalizeEui(value) : value))
    .test('eui', message, (value) => value == null || shape.test(normalizeEui(value)))
    .test(
      'eui-assigned',
      '${label} must not be all zeros or all F',
      (value) => value == null || !/^(?:0+|F+)$/.test(normalizeEui(value)),
    )
}

/** Normalizes an EUI for storage and comparison: trimmed, upper case, without `:` and `-`. Other text is treated alike. */
export function normalizeEui(value: string): string {
  return value.trim().replace(/[:-]/g, '').toUpperCase()
}

/**
 * Extracts the EUI from a scanned label code: Frond's own labels (between the page's `#` and the name), the device's EUI of a LoRaWAN label
 * (`LW:D0:<JoinEUI>:<DevEUI>:…`), or the only EUI in any other text. Null when there is none.
 */
export function euiIn(code: string): string | null {
  const lorawan = /^LW:D0:[0-9A-F]{16}:([0-9A-F]{16})\b/i.exec(code)
  const framed = /#([0-9A-F]{16}|[0-9A-F]{12})(?:&name=|$)/i.exec(code)
  const [only, ...others] =
    code.match(/(?<![0-9a-z])(?:[0-9a-f]{16}|[0-9a-f]{12}|(?:[0-9a-f]{2}[:-]){5,7}[0-9a-f]{2})(?![0-9a-z])/gi) ?? []
  const found = lorawan?.[1] ?? framed?.[1] ?? (others.length === 0 ? only : undefined)
  if (found === undefined) return null
  const eui = normalizeEui(found)
  return EUI_PATTERN.test(eui) ? eui : null
}

/** The EUI-64 that belongs to a MAC-48, with FFFE in the middle; null when the text is not a MAC-48. */
export function eui64FromMac(value: string): string | null {
  const mac = normalizeEui(value)
  return /^[0-9A-F]{12}$/.test(mac) ? `${mac.slice(0, 6)}FFFE${mac.slice(6)}` : null
}

/** How a form reads a device's EUI from a label's code, and from a MAC-48. */
export const euiScan = { read: euiIn, convert: eui64FromMac }
