import { readFileSync } from 'node:fs'
import { compileFunction } from 'node:vm'
import { parseSync, transformWithOxc } from 'vite'
import { describe, expect, it } from 'vitest'
import * as xstate from 'xstate'
import { authMachine } from '../../machines/authMachine'

const source = readFileSync(new URL('../../machines/authMachine.ts', import.meta.url), 'utf8')

interface Statement {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly source?: { readonly value: string } | null
  readonly declaration?: Statement | null
  readonly specifiers?: readonly { readonly imported?: { readonly name: string }; readonly local: { readonly name: string } }[]
}

/**
 * Opens a machine file as Stately's tools do: types erased, imports and `export` cut away, the rest run with nothing in scope but
 * xstate's own names.
 */
async function openAlone(code: string): Promise<xstate.AnyStateMachine[]> {
  const { code: script } = await transformWithOxc(code, 'authMachine.ts', { sourcemap: false })
  const { body } = parseSync('authMachine.js', script).program as unknown as { body: readonly Statement[] }
  const names = new Set<string>()
  let text = ''
  let at = 0
  for (const { type, start, end, source: from, declaration, specifiers = [] } of body) {
    if (type === 'ImportDeclaration') {
      if (from?.value !== 'xstate') throw new Error(`imports from ${from?.value}`)
      for (const { imported, local } of specifiers) {
        if (imported?.name !== local.name) throw new Error(`imports under another name: ${local.name}`)
        names.add(local.name)
      }
      text += script.slice(at, start)
      at = end
    } else if (type.startsWith('Export')) {
      text += script.slice(at, start)
      at = declaration?.start ?? end
    }
  }
  return evaluate(text + script.slice(at), [...names])
}

function evaluate(script: string, names: readonly string[]): xstate.AnyStateMachine[] {
  const machines: xstate.AnyStateMachine[] = []
  const setup = (config: Parameters<typeof xstate.setup>[0]) => {
    const made = xstate.setup(config)
    const createMachine: typeof made.createMachine = (definition) => {
      const machine = made.createMachine(definition)
      machines.push(machine)
      return machine
    }
    return { ...made, createMachine }
  }
  const scope: Readonly<Record<string, unknown>> = { ...xstate, setup }
  compileFunction(script, [...names])(...names.map((name) => scope[name]))
  return machines
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('authMachine.ts, as a file', () => {
  it('opens alone and is the same machine', async () => {
    const machines = await openAlone(source)
    expect(machines.map(({ definition }) => plain(definition))).toEqual([plain(authMachine.definition)])
  })

  it('survives being copied as JSON', () => {
    const copy = xstate.createMachine(plain(authMachine.config) as typeof authMachine.config)
    expect(copy.id).toBe('auth')
    expect(Object.keys(copy.states)).toEqual(Object.keys(authMachine.states))
  })

  it.each([
    ['a value import from elsewhere', `import { other } from './other'\nother()\n${source}`],
    ['a fragment from elsewhere', source.replace("initial: 'booting',", "initial: 'booting', ...shared,")],
    ['a name of xstate under another', source.replace(/\bsetup }/, 'setup as make }').replace('= setup({', '= make({')],
  ])('does not open with %s', async (_, broken) => {
    expect(broken).not.toBe(source)
    await expect(openAlone(broken)).rejects.toThrow()
  })
})
