import { emitKeypressEvents } from 'node:readline'
import type { Later } from '../bench/tidy'
import { adminEmail, adminPassword } from '../product'
import { chanceOf } from '../simulate/chance'
import { optionsOf } from '../simulate/options'
import { simulate } from '../simulate/simulate'
import type { Cluster } from './cluster'
import { tableOf } from './table'

/** Milliseconds between two refreshes of the table. */
const LOOK_MS = 1000

/** Shows which parts are up, posts readings from simulated gateways, and breaks parts on key presses, until q. */
export async function playByKeys(cluster: Cluster, later: Later): Promise<void> {
  const ending = new AbortController()
  const options = optionsOf(['--url', cluster.origin, '--every', '2', '--history', '1', '--gateways', '10'])
  let load = ''
  const simulating = simulate({ ...options, password: adminPassword }, ending.signal, (line) => (load = line)).catch(
    (error: unknown) => void (load = String(error)),
  )
  let outcome = ''
  const actions = actionsOn(cluster)
  const keys = Object.entries(actions).map(([key, { does }]) => `${key} ${does}`)
  const ended = new Promise<void>((resolve) => {
    const press = (_text: string | undefined, { name, ctrl }: { name?: string; ctrl?: boolean }): void => {
      if (name === 'q' || (name === 'c' && ctrl === true)) return resolve()
      const action = actions[name ?? '']
      if (action === undefined) return
      outcome = `${action.does} …`
      action.run().then(
        (sentence) => (outcome = sentence),
        (error: unknown) => (outcome = String(error)),
      )
    }
    emitKeypressEvents(process.stdin)
    process.stdin.setRawMode(true).resume().on('keypress', press)
  })
  later(async () => void process.stdin.setRawMode(false).pause())
  const look = async (): Promise<void> => {
    const table = await tableOf(cluster)
    const sign = `${cluster.origin}  ${adminEmail}  ${adminPassword}`
    console.log(`\u001b[2J\u001b[H${sign}\n\n${table}\n\n${load}\n${outcome}\n\n${keys.join('   ')}   q ends`)
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  await ended
  clearInterval(timer)
  ending.abort()
  await simulating
}

interface Action {
  readonly does: string
  run(): Promise<string>
}

/** Maps keys to actions: each breaks a part or, pressed again, restores it. */
function actionsOn(cluster: Cluster): Readonly<Record<string, Action>> {
  const chance = chanceOf(Date.now())
  let frozen: (() => void) | null = null
  let killed: (() => void) | null = null
  const daemon = (name: 'etcd' | 'pgbouncer'): Action => ({
    does: name,
    async run() {
      const one = cluster.daemons[name]
      if (one.pid() === null) {
        one.start()
        return `${name} was started`
      }
      await one.end('SIGKILL')
      return `${name} was killed`
    },
  })
  return {
    f: {
      does: 'process',
      async run() {
        const stopped = cluster.processes().indexOf(null)
        if (stopped >= 0) {
          await cluster.startProcess(stopped)
          return `Frond ${stopped + 1} was started`
        }
        const at = Math.floor(chance() * cluster.processes().length)
        await cluster.killProcess(at)
        return `Frond ${at + 1} was killed`
      },
    },
    p: {
      does: 'primary',
      async run() {
        if (killed !== null) {
          killed()
          killed = null
          return 'The previous primary was started: it becomes the standby'
        }
        const primary = await cluster.settled()
        await primary.kill()
        killed = () => primary.start()
        return `${primary.name}, the primary, was killed: within 20 seconds the standby takes its place`
      },
    },
    r: {
      does: 'replica',
      async run() {
        if (frozen !== null) {
          frozen()
          frozen = null
          return 'The standby can be reached again'
        }
        const primary = await cluster.settled()
        const standby = cluster.nodes.find((node) => node !== primary)
        standby?.freeze()
        frozen = () => standby?.thaw()
        return 'The standby is cut off: writes wait until Patroni goes on without it'
      },
    },
    b: daemon('pgbouncer'),
    e: daemon('etcd'),
  }
}
