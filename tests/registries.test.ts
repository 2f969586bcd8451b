import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { adminAreas, everyArea } from '../src/areas'
import { resources } from '../src/contract'
import type { Resource } from '../src/contract/resource'
import { slugOf } from '../src/crud/model/paths'
import { tableOf } from '../src/server/crud/table'
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

  it('hold an area for every resource, but for the troubleshoots, which plants have', () => {
    const slugs = new Set(everyArea.map(({ slug }) => slug))
    const without = (resources as readonly Resource[]).filter((resource) => !slugs.has(slugOf(resource)))
    expect(without.map(({ name }) => name)).toEqual(['Troubleshoot'])
  })

  it('are followed by the migrations, which create a table and a view for every resource', () => {
    const folder = 'src/server/migrations'
    const migrations = readdirSync(folder).filter((name) => name.endsWith('.sql'))
    const text = migrations.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('\n')
    const missing = (resources as readonly Resource[]).flatMap((resource) => {
      const { name } = tableOf(resource)
      return [`create table ${name} `, `create view ${name}_view `].filter((statement) => !text.includes(statement))
    })
    expect(missing).toEqual([])
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
