// What the inspector knows of the session's machine, read at build from the machine's own file: the chart laid out, and what there is to copy.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { layOut, pack } from './layout.ts'
import { openMachine, sessionFile } from './machine.ts'

const contents: Readonly<Record<string, () => Promise<string>>> = {
  'virtual:session-chart': async () =>
    `export const packed = ${JSON.stringify(pack(await layOut(await openMachine(sessionFile))))}`,
  'virtual:session-machine': async () => {
    const { config } = await openMachine(sessionFile)
    return `export const source = ${JSON.stringify(readFileSync(sessionFile, 'utf8'))}\nexport const config = ${JSON.stringify(config)}`
  },
}

/** Answers `virtual:session-chart` and `virtual:session-machine`. */
export const sessionChart: Plugin = {
  name: 'session-chart',
  resolveId: (id) => (id in contents ? `\0${id}` : null),
  load(id) {
    const content = contents[id.slice(1)]
    if (content === undefined) return null
    this.addWatchFile(sessionFile)
    return content()
  },
}
