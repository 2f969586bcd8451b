// Processor time and memory of processes, where the system has /proc. On a busy machine, processor time says more than elapsed time.
import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of processor time of each of these processes so far; nothing for one that has ended. */
export function processorOf(pids: readonly number[]): Map<number, number> {
  return new Map(pids.map((pid) => [pid, tasksOf(pid).reduce((sum, task) => sum + spentBy(`${pid}/task/${task}`), 0)]))
}

/** Milliseconds of processor time since `before`; of processes started since, all of it. */
export function spentSince(before: ReadonlyMap<number, number>, pids: readonly number[]): number {
  return [...processorOf(pids)].reduce((sum, [pid, spent]) => sum + Math.max(0, spent - (before.get(pid) ?? 0)), 0)
}

/** The server process of a connection process; null when it is not on this machine. */
export function postmasterOf(backend: number): number | null {
  if (read(`/proc/${backend}/comm`).trim() !== 'postgres') return null
  return Number(/^PPid:\s*(\d+)/m.exec(read(`/proc/${backend}/status`))?.[1])
}

/** The processes that serve connections; vacuum processes are not measured. */
export function connectionsOf(postmaster: number): number[] {
  const children = read(`/proc/${postmaster}/task/${postmaster}/children`).trim().split(' ')
  return children.filter((pid) => /\(\d+\)/.test(read(`/proc/${pid}/cmdline`))).map(Number)
}

/** Megabytes of memory of a process: now, and at most so far. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = read(`/proc/${pid}/status`)
  const of = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  return { now: of('VmRSS'), most: of('VmHWM') }
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

function spentBy(task: string): number {
  return Number(read(`/proc/${task}/schedstat`).split(' ')[0]) / 1e6
}

/** Zero for a process that has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
