// Checks the form of the Markdown pages, which the formatter leaves alone because it would widen every table to its longest cell.
// tests/documents.test.ts checks their links.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOfBash } from './languages.mjs'
import { root } from './root.mjs'

const folders = ['.', 'machines', 'deploy', 'src', 'tests']
const WIDTH = 150

/** @returns {Promise<string[]>} faults of all pages, each with its file and line */
export async function faultsOfMarkdown() {
  const { parseSync } = await import('vite')
  /** @param {string} code statements, or entries of a list @param {string} language */
  const faultsOfScript = (code, language) => {
    const [statements = [], entries = []] = [code, `[${code}]`].map((text) => parseSync(`example.${language}`, text).errors)
    return entries.length === 0 ? [] : statements.map(({ message }) => message)
  }
  const faultsOfCode = { sh: faultsOfBash, ts: faultsOfScript, tsx: faultsOfScript }
  const pages = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' }).flatMap((name) =>
      name.endsWith('.md') ? [join(folder, name)] : [],
    ),
  )
  return pages.flatMap((page) => {
    const { prose, blocks, isOpen } = partsOf(readFileSync(join(root, page), 'utf8'))
    return [
      ...(isOpen ? [`${page}: a block of code is not closed`] : []),
      ...faultsOfProse(prose).map(({ at, fault }) => `${page}:${at}: ${fault}`),
      ...blocks.flatMap(({ at, language, lines }) => {
        const faultsOf = Object.entries(faultsOfCode).find(([name]) => name === language)?.[1]
        return (faultsOf?.(lines.join('\n'), language) ?? []).map((fault) => `${page}:${at}: ${fault}`)
      }),
    ]
  })
}

/**
 * Separates a page's blocks of code from its prose.
 *
 * @typedef {{ readonly at: number, readonly text: string }} Line `at` counts from 1
 * @typedef {{ readonly at: number, readonly language: string, readonly lines: string[] }} Block
 * @param {string} page
 */
function partsOf(page) {
  /** @type {Line[]} */
  const prose = []
  /** @type {Block[]} */
  const blocks = []
  /** @type {Block | null} */
  let open = null
  for (const [before, text] of page.split('\n').entries()) {
    const language = /^\s*```(\w*)/.exec(text)?.[1]
    if (open === null && language === undefined) prose.push({ at: before + 1, text })
    else if (open === null) blocks.push((open = { at: before + 1, language: language ?? '', lines: [] }))
    else if (language === undefined) open.lines.push(text)
    else open = null
  }
  return { prose, blocks, isOpen: open !== null }
}

/** @param {readonly Line[]} lines */
function faultsOfProse(lines) {
  let level = 0
  return lines.flatMap(({ at, text }, place) => {
    const faults = []
    const isRow = text.startsWith('|')
    if (!isRow && text.length > WIDTH) faults.push(`${text.length} characters, more than ${WIDTH}`)
    if (/\s$/.test(text)) faults.push('a space at the end of the line')
    const heading = /^(#+) /.exec(text)?.[1]?.length
    if (heading !== undefined) {
      if (heading > level + 1) faults.push(`a heading of level ${heading} under one of level ${level}`)
      if (heading === 1 && level > 0) faults.push('a second title')
      level = heading
    }
    const above = lines[place - 1]
    if (isRow && above?.text.startsWith('|') && cellsOf(text) !== cellsOf(above.text))
      faults.push(`${cellsOf(text)} cells, but ${cellsOf(above.text)} in the row above`)
    return faults.map((fault) => ({ at, fault }))
  })
}

/** @param {string} row of a table */
function cellsOf(row) {
  return row.match(/(?<!\\)\|/g)?.length ?? 0
}
