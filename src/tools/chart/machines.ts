// Gives the inspector its data about the machines, read from their files at build time: the charts, laid out, and the source to copy. Each
// is a separate module, fetched when it is shown.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { layOut, pack } from './layout.ts'
import { initialOf, openMachine, sessionFile } from './machine.ts'

const folder = dirname(sessionFile)
const NAME = 'virtual:machines'

/** Resolves `virtual:machines`, and the `virtual:machines/…` modules that it imports. */
export const machines: Plugin = {
  name: 'machines',
  resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
  async load(id) {
    const [start, kind, name] = id.split('/')
    if (start !== `\0${NAME}`) return null
    if (kind === undefined || name === undefined) return list()
    const file = join(folder, `${name}.ts`)
    this.addWatchFile(file)
    const machine = await openMachine(file)
    if (kind === 'chart') return `export const packed = ${JSON.stringify(pack(await layOut(machine)))}`
    return `export const source = ${JSON.stringify(readFileSync(file, 'utf8'))}
export const config = ${JSON.stringify(machine.config)}
export const name = ${JSON.stringify(name)}`
  },
}

/** Writes the module that imports all others on demand. */
async function list(): Promise<string> {
  const names = readdirSync(folder).flatMap((file) => /^(.*)\.ts$/.exec(file)?.[1] ?? [])
  const entries = names.toSorted().map(async (name) => {
    const machine = await openMachine(join(folder, `${name}.ts`))
    const modules = ['chart', 'source'].map((kind) => `${kind}: () => import('${NAME}/${kind}/${name}')`)
    return `${machine.id}: { initial: '${initialOf(machine)}', ${modules.join(', ')} }`
  })
  return `export const machines = { ${(await Promise.all(entries)).join(', ')} }`
}
