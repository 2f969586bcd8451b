import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serverEntries } from '../../.scripts/build.mjs'

/** The lines of a unit, with those that go on in the next one joined, as systemd reads them. */
const linesOf = (name: string) => readFileSync(`deploy/systemd/${name}`, 'utf8').replaceAll('\\\n', ' ').split('\n')

describe('the systemd units', () => {
  it('run only Node and what every Debian has', () => {
    const units = ['frond@.service', 'frond-backup.service'].flatMap(linesOf)
    const programs = units.flatMap((line) => /^Exec\w+=(\S+)/.exec(line)?.[1] ?? [])
    expect(new Set(programs)).toEqual(new Set(['/usr/bin/node', '/bin/sh', '/usr/bin/find']))
  })

  it('let Node list the addresses of the machine, which it does once it listens on all of them', () => {
    expect(linesOf('frond@.service')).toContain('RestrictAddressFamilies=AF_INET AF_INET6 AF_NETLINK AF_UNIX')
  })

  it('count a process as started once it answers that it is ready', async () => {
    const asked: (string | undefined)[] = []
    const server = createServer((request, response) => {
      asked.push(request.url)
      response.writeHead(asked.length === 1 ? 503 : 200).end()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    expect(await afterStart((server.address() as AddressInfo).port, process.pid)).toBe(0)
    expect(asked).toEqual(['/readyz', '/readyz'])
  })

  it('fail a start at once when the process ends', async () => {
    const ended = spawn(process.execPath, ['--version'])
    await once(ended, 'exit')
    expect(await afterStart(1, ended.pid)).toBe(1)
  })
})

/** Runs the unit's command after a start, which waits for a process on a port; returns its exit code. */
async function afterStart(port: number, mainPid: number | undefined): Promise<number> {
  const wait = linesOf('frond@.service').find((line) => line.startsWith('ExecStartPost='))
  const [, options = '', script = ''] = /^ExecStartPost=\/usr\/bin\/node (.*) "([^"$\\]+)"$/.exec(wait ?? '') ?? []
  const args = [...options.split(' '), script.replaceAll('%i', String(port))]
  const env = { PATH: process.env['PATH'], MAINPID: String(mainPid) }
  const [code] = (await once(spawn(process.execPath, args, { stdio: 'inherit', env }), 'exit')) as [number]
  return code
}

describe('the image, and a machine with the units', () => {
  it('have the programs that the page names for a reset, a backup and a restore', () => {
    const page = readFileSync('deploy/README.md', 'utf8')
    const named = page.matchAll(/^(frond|podman .*\bnode) dist\/server\/(\w+)\.js (\w+)/gm)
    const commands = [...named].map(([, how, ...words]) => [how?.split(' ')[0], ...words].join(' '))
    expect(commands).toEqual([
      'frond admin reset',
      'frond backup restore',
      'podman admin reset',
      'podman backup backup',
      'podman backup restore',
    ])
    expect(Object.keys(serverEntries)).toEqual(expect.arrayContaining(['admin', 'backup']))
    // The image has no scripts of npm.
    expect(readFileSync('deploy/Containerfile', 'utf8')).not.toMatch(/--from=build .*\.scripts/)
  })
})
