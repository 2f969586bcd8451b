import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { adminAreas } from '../src/areas'
import { resources } from '../src/contract'
import { importsOf, sourceFiles } from './support/source/modules'

describe('the registries', () => {
  it('hold every resource that the contract declares', () => {
    const declared = sourceFiles(['src/contract']).filter((file) =>
      /^export const \w+ = (?:resource|rangeGroup)\(/m.test(readFileSync(file, 'utf8')),
    )
    expect(declared.length).toBeGreaterThan(5)
    const registered = importsOf('src/contract/index.ts').map(({ to }) => to)
    expect(declared.filter((file) => file !== 'src/contract/index.ts' && !registered.includes(file))).toEqual([])
    expect(new Set(resources.map(({ name }) => name)).size).toBe(resources.length)
  })

  it('hold every area that has a file or a folder', () => {
    const registered = importsOf('src/areas/index.ts').map(({ to }) => roomOfArea(to))
    const built = readdirSync('src/areas').map((name) => name.replace(/\.tsx?$/, ''))
    expect(built.filter((name) => !['index', 'README.md'].includes(name) && !registered.includes(name))).toEqual([])
  })

  it('begin with the nine areas of the menu in order', () => {
    expect(adminAreas.slice(0, 9).map(({ slug }) => slug)).toEqual([
      'gateways',
      'sensors',
      'plants',
      'plant-requests',
      'humidity-groups',
      'temperature-groups',
      'light-groups',
      'gateway-hardwares',
      'gateway-firmwares',
    ])
  })
})

function roomOfArea(path: string): string | undefined {
  return path.split('/')[2]?.replace(/\.tsx?$/, '')
}
