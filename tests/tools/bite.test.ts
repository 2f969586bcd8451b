import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { protections as ofCharts } from '../../src/tools/bite/chartProtections'
import { protections as ofConsole } from '../../src/tools/bite/consoleProtections'
import { protections as ofFlows } from '../../src/tools/bite/flowProtections'
import { changed } from '../../src/tools/bite/protection'
import { protections as ofServer } from '../../src/tools/bite/serverProtections'
import { protections as ofSession } from '../../src/tools/bite/sessionProtections'
import { protections as ofStorage } from '../../src/tools/bite/storageProtections'

describe('every protection that the bite script removes', () => {
  const all = [...ofSession, ...ofStorage, ...ofCharts, ...ofFlows, ...ofServer, ...ofConsole]

  it('is still in its file, verbatim', () => {
    const lost = all.filter(({ changes }) =>
      changes.some((change) => {
        try {
          return changed(readFileSync(change[0], 'utf8'), change) === ''
        } catch {
          return true
        }
      }),
    )
    expect(lost.map(({ name }) => name)).toEqual([])
  })

  it('has a unique name', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  })
})
