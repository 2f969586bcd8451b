import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { help as helpOfBench } from '../../src/tools/bench/main'
import { main as drawCharts } from '../../src/tools/chart/main'

const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
/** The commands that run a tool, each with the tool and its arguments. */
const commands = Object.entries(scripts).flatMap(([name, line]) => {
  const [, tool, args = ''] = /^node \.scripts\/tool\.mjs (\w+)(.*)$/.exec(line) ?? []
  return tool === undefined ? [] : [[name, tool, args.trim().split(' ')] as const]
})

interface Tool {
  readonly help: string | ((args: readonly string[]) => Promise<string>)
}

describe('the help of a tool', () => {
  it('is printed in place of running it', () => {
    const tool = join(root, '.scripts/tool.mjs')
    const { status, stdout, stderr } = spawnSync(process.execPath, [tool, 'bite', '--suite', 'web', '--help'], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^npm run test:bite -- \[WORDS\]\n/)
  })

  it.each(commands)('describes npm run %s', async (name, tool, args) => {
    const { help } = (await import(`../../src/tools/${tool}/main.ts`)) as Tool
    const text = typeof help === 'string' ? help : await help([...args, '--help'])
    expect(text).toMatch(new RegExp(`^npm run ${name}(?: -- .+)?$`, 'm'))
  })

  it.each(['console', 'api', 'lists', 'fleet', 'live', 'grow'])('describes the part %s of npm run bench', async (part) => {
    expect(await helpOfBench(['--help'])).toMatch(new RegExp(`^  ${part} `, 'm'))
    expect(await helpOfBench(['--only', part, '--help'])).toMatch(/^ {2}--\w+ .+ \(\w+\)$/m)
  })

  it('describes npm run bench:grow -- --cluster', async () => {
    expect(await helpOfBench(['--only', 'grow', '--cluster', '--help'])).toContain('--citus URL')
  })
})

describe('npm run chart', () => {
  it.each([
    ['--all', "Unknown option '--all'"],
    ['session', "Unexpected argument 'session'"],
  ])('draws nothing with %s', async (argument, sentence) => {
    await expect(drawCharts([argument])).rejects.toThrow(sentence)
  })
})
