import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const here = import.meta.dirname
const machines = readdirSync(join(here, '../../machines')).flatMap((file) => /^(.*)\.ts$/.exec(file)?.[1] ?? [])

describe('every machine', () => {
  it.each(machines)('%s has its graph, its behaviour and its tours under review', (name) => {
    const files = [`${name}.graph.txt`, `${name}.behaviour.txt`]
    expect(files.filter((file) => !existsSync(join(here, file)))).toEqual([])
    const tours = name === 'authMachine' ? 'session.tours.test.ts' : `${name.replace('Machine', '')}.tours.test.ts`
    expect(existsSync(join(here, tours)), tours).toBe(true)
  })
})
