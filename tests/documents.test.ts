import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const rooms = [
  'machines',
  'deploy',
  ...readdirSync('src', { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [`src/${entry.name}`] : [])),
  'tests',
]
const pages = [
  'README.md',
  ...['machines', 'deploy', 'src', 'tests', '.docs'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => join(folder, path)),
  ),
]

/** Lists a page's links within the tree: the file and the heading of each. */
function linksOf(page: string) {
  const text = readFileSync(page, 'utf8').replaceAll(/^```[^]*?^```$/gm, '')
  return [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(({ 1: path = '', 2: heading }) => ({
    to: path === '' ? page : normalize(join(dirname(page), path)),
    heading,
  }))
}

/** Lists a page's headings as links name them. */
function anchorsOf(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(({ 1: heading = '' }) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
}

describe('the pages of documentation', () => {
  it('exist for every room', () => {
    expect(rooms.filter((room) => !existsSync(join(room, 'README.md')))).toEqual([])
  })

  it('say what a room may import, where to begin, how to change it and what was decided', () => {
    const points = [
      /import/i,
      /begin with/i,
      /(^|\*\*|## )(adding|(to|how to) (add|change|style|show|see))/im,
      /(## |\*\*)Decisions/,
    ]
    const said = (page: string) => points.every((point) => point.test(readFileSync(page, 'utf8')))
    expect(rooms.filter((room) => room !== 'deploy' && !said(join(room, 'README.md')))).toEqual([])
  })

  it('have at most 200 lines', () => {
    const lines = (page: string) => readFileSync(page, 'utf8').split('\n').length
    // `npm run chart` writes this page, with a chart for each machine.
    expect(pages.filter((page) => page !== 'machines/charts.md' && lines(page) > 200)).toEqual([])
  })

  it.each([...pages, 'CHANGELOG.md', 'SECURITY.md'])('have no dead link: %s', (page) => {
    const lost = linksOf(page).filter(
      ({ to, heading }) => !existsSync(to) || (heading !== undefined && !anchorsOf(to).includes(heading)),
    )
    expect(lost).toEqual([])
  })
})

describe('the table of settings', () => {
  const source = readFileSync('src/server/process/settings.ts', 'utf8')
  const quoted = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(({ 1: word = '' }) => word)
  /** Each name with its default, as the table has them. */
  const documented = readFileSync('src/server/SETTINGS.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [names, defaults] = line.split(' | ')
      return quoted(names).map((name, at) => [name, quoted(defaults)[at]] as const)
    })

  it('names every setting that the server reads, once', () => {
    const read = [...source.matchAll(/\benv(?:, |\[)'([A-Z_]+)'/g)].map(({ 1: name = '' }) => name)
    expect(read.length).toBeGreaterThan(20)
    expect(documented.map(([name]) => name).toSorted()).toEqual([...new Set(read)].toSorted())
  })

  it('gives each number, word and switch the default that the server gives it', () => {
    const given = [...source.matchAll(/\(env, '([A-Z_]+)', (?:([\d_]+),|'(\w+)',|(true|false)\))/g)].map(
      ({ 1: name = '', 2: number, 3: word, 4: flag }) =>
        [name, number?.replaceAll('_', '') ?? word ?? (flag === 'true' ? '1' : '0')] as const,
    )
    expect(given.length).toBeGreaterThan(12)
    expect(given.filter(([name, value]) => !documented.some(([other, shown]) => other === name && shown === value))).toEqual([])
  })
})
