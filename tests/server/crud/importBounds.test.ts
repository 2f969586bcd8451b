import { describe, expect, it } from 'vitest'
import { IMPORT_BYTES_MAX } from '../../../src/contract/import'
import { plants } from '../../../src/contract/plants'
import { readFile } from '../../../src/server/crud/importFile'

/** Returns the refusal of a file; repeats `filled` until the file is as long as allowed. */
function refused(head: string, filled: string): string {
  const count = Math.floor((IMPORT_BYTES_MAX - head.length) / filled.length)
  try {
    readFile(plants, Buffer.from(head + filled.repeat(count)))
    return 'taken'
  } catch (error) {
    const { message, details } = error as { message: string; details?: { fields?: Record<string, string> } }
    return Object.values(details?.fields ?? {})[0] ?? message
  }
}

const longLine = /^Line \d has more than 262,144 characters/

describe('a file that would take long to split', () => {
  it.each([
    ['quotation marks', '', '"', longLine],
    ['quotation marks in a row', 'name\n', '"', longLine],
    ['quoted empty cells', 'name\n', '"",', longLine],
    ['quotes that are followed by something else', 'name\n', '"a" ', longLine],
    ['commas', 'name\n', ',', longLine],
    ['letters', 'name\n', 'x', longLine],
    ['empty lines', 'name\n', '\n', /^The file has more than 10,000 empty lines/],
    ['lines of empty quotes', 'name\n', '""\n', /^The file has more than 10,000 empty lines/],
    ['lines of commas', 'name\n', ',,,,\n', /^The file has more than 10,000 empty lines/],
  ])('of %s is refused before all of it is split', (_what, head, filled, sentence) => {
    expect(refused(head, filled)).toMatch(sentence)
  })
})
