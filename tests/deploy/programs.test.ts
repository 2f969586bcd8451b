// @module-tag full
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { findProgram } from '../../.scripts/programs.mjs'

const promtool = findProgram('PROMTOOL', ['promtool'])
const analyze = findProgram('SYSTEMD_ANALYZE', ['systemd-analyze'])
const sysusers = findProgram('SYSTEMD_SYSUSERS', ['systemd-sysusers'])
const nginx = findProgram('NGINX', ['nginx'], ['/usr/sbin/nginx'])

const folder = mkdtempSync(join(tmpdir(), 'frond-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns a program's output with its warnings; throws it when the program fails. */
function run(program: string | null, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program ?? 'not on this machine', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout + stderr
}

describe.skipIf(promtool === null)('promtool', () => {
  const rules = 'deploy/prometheus/frond.rules.yml'

  it('reads the rules and the list of targets', () => {
    expect(run(promtool, 'check', 'rules', rules)).toContain('SUCCESS')
    expect(run(promtool, 'check', 'config', 'deploy/prometheus/scrape.yml')).toContain('SUCCESS')
  })

  it('raises every alert, and none without a reason', () => {
    const tests = readFileSync('deploy/prometheus/frond.rules.test.yml', 'utf8')
    const alerts = [...readFileSync(rules, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
    expect(alerts.length).toBeGreaterThan(10)
    // Each alert is tested once as quiet, and at least once as raised.
    expect(alerts.filter((name) => !new RegExp(`alertname: ${name}\\s+exp_alerts:`).test(tests))).toEqual([])
    expect(alerts.filter((name) => !tests.includes(`alertname: ${name} }`))).toEqual([])
    expect(run(promtool, 'test', 'rules', 'deploy/prometheus/frond.rules.test.yml')).toContain('SUCCESS')
  })

  it('parses every query of the dashboard', () => {
    const { panels } = JSON.parse(readFileSync('deploy/grafana/frond.json', 'utf8')) as {
      panels: { targets: { expr: string }[] }[]
    }
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')))
    expect(expressions.length).toBeGreaterThan(panels.length)
    const file = join(folder, 'dashboard.yml')
    // JSON is valid YAML.
    const recorded = expressions.map((expr, at) => ({ record: `panel:${at}`, expr }))
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }))
    expect(run(promtool, 'check', 'rules', file)).toContain(`SUCCESS: ${expressions.length} rules found`)
  })
})

describe.skipIf(analyze === null)('systemd-analyze', () => {
  // The paths of Node and find depend on the machine.
  const units = join(folder, 'units')
  cpSync('deploy/systemd', units, { recursive: true })
  for (const name of readdirSync(units)) {
    const unit = join(units, name)
    writeFileSync(unit, readFileSync(unit, 'utf8').replaceAll(/\/usr\/bin\/\w+/g, process.execPath))
  }
  const at = (name: string) => join(units, name)

  it('accepts the units', () => {
    const all = ['frond@4600.service', 'frond.target', 'frond-backup.service', 'frond-backup.timer'].map(at)
    cpSync(at('frond@.service'), at('frond@4600.service'))
    expect(run(analyze, 'verify', '--man=no', ...all)).toBe('')
  })

  it.each(['frond@.service', 'frond-backup.service'])('rates %s as well confined', (name) => {
    const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(run(analyze, 'security', '--offline=true', at(name))) ?? []
    expect(Number(exposure)).toBeLessThan(1.5)
  })
})

describe.skipIf(sysusers === null)('systemd-sysusers', () => {
  it('finds the account’s file by the path in the instructions', () => {
    const [, path = ''] = /^systemd-sysusers "(.+)"$/m.exec(readFileSync('deploy/README.md', 'utf8')) ?? []
    // An empty root has no account of this name yet.
    expect(run(sysusers, '--dry-run', `--root=${folder}`, path.replace('$PWD', process.cwd()))).toContain("Creating user 'frond'")
  })
})

describe.skipIf(nginx === null)('nginx', () => {
  const prefix = join(folder, 'nginx')
  const log = join(prefix, 'access.log')

  /** Writes the configuration for this test, which has no certificates, port 443 or processes; logs in its own folder. */
  function configure(): string[] {
    const server = readFileSync('deploy/nginx/frond.conf', 'utf8')
      .replaceAll(/^\s*ssl_certificate.*$/gm, '')
      .replaceAll(/127\.0\.0\.1:460\d/g, '127.0.0.1:1')
      .replaceAll('/var/log/nginx', prefix)
      .replace('listen 443 ssl http2', 'listen 127.0.0.1:4699')
    mkdirSync(prefix, { recursive: true })
    const file = join(folder, 'nginx.conf')
    writeFileSync(file, `error_log stderr; pid ${folder}/nginx.pid; events {} http { access_log ${log}; ${server} }`)
    return ['-p', prefix, '-c', file]
  }

  it('accepts the configuration in front of two processes', () => {
    expect(() => run(nginx, '-t', '-q', ...configure())).not.toThrow()
  })

  it('logs requests without the query, in which mailed links have their token', async () => {
    const child = spawn(nginx ?? '', [...configure(), '-g', 'daemon off;'], { stdio: 'ignore' })
    const exited = once(child, 'exit')
    onTestFinished(async () => {
      child.kill()
      await exited
    })
    const status = () =>
      fetch('http://127.0.0.1:4699/reset-password?token=of-a-link').then(
        ({ status: of }) => of,
        () => null,
      )
    await expect.poll(status, { timeout: 15_000 }).toBe(502)
    const logged = () => readFileSync(log, 'utf8')
    await expect.poll(logged, { timeout: 15_000 }).toContain('"GET /reset-password')
    expect(logged()).not.toContain('of-a-link')
  })
})
