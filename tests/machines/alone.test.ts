import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createMachine } from 'xstate'
import type { authMachine } from '../../machines/authMachine'
import { openMachines } from '../../src/tools/chart/machine'
import { machines } from './machines'

const folder = new URL('../../machines/', import.meta.url)
const source = (name: string) => readFileSync(new URL(`${name}.ts`, folder), 'utf8')

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('the files of machines/', () => {
  it('are all listed in tests/model/flows.ts', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
    expect(files.toSorted()).toEqual(
      Object.keys(machines)
        .map((name) => `${name}.ts`)
        .toSorted(),
    )
  })
})

describe.each(Object.entries(machines))('%s.ts, as a file', (name, machine) => {
  it('opens alone, as it does in the Stately tools, and is the same machine', async () => {
    const opened = await openMachines(source(name))
    expect(opened.map(({ definition }) => plain(definition))).toEqual([plain(machine.definition)])
  })

  it('survives being copied as JSON', () => {
    const copy = createMachine(plain(machine.config) as typeof authMachine.config)
    expect(plain(copy.definition)).toEqual(plain(machine.definition))
  })
})

describe('openMachines', () => {
  const text = source('authMachine')

  it.each([
    ['a value import from elsewhere', `import { other } from './other'\nother()\n${text}`],
    ['a fragment from elsewhere', text.replace("initial: 'booting',", "initial: 'booting', ...shared,")],
    ['a name of xstate under another', text.replace(/\bsetup }/, 'setup as make }').replace('= setup({', '= make({')],
  ])('does not open with %s', async (_, broken) => {
    expect(broken).not.toBe(text)
    await expect(openMachines(broken)).rejects.toThrow(/./)
  })
})
