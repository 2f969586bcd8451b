import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sourceFiles } from './support/source/modules'

/** Words of the domain in a source text, outside its comments. */
function domainWords(text: string): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  return code.match(/\w*(?:plant|sensor|gateway|firmware|humidity|troubleshoot|eui)\w*/gi) ?? []
}

describe('the standard screens', () => {
  it('contain no words of the domain outside comments', () => {
    expect(domainWords("/** A sensor's EUI. */ // plants\nconst euiField = 'No Gateway'")).toEqual(['euiField', 'Gateway'])
    const found = sourceFiles(['src/crud']).flatMap((file) =>
      domainWords(readFileSync(file, 'utf8')).map((word) => `${file}: ${word}`),
    )
    expect(found).toEqual([])
  })
})
