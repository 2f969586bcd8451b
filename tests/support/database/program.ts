import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buildTemporarily } from '../../../.scripts/temporaryBuild.mjs'

/** Builds programs that run on Node alone, as the product's build does; returns their folder. Delete it: Vitest ends workers by a signal. */
export function buildPrograms(entries: Readonly<Record<string, string>>): Promise<string> {
  return buildTemporarily('programs', entries)
}

/** A child process and its output. */
export interface Program {
  readonly pid: number
  /** All its output so far, errors included. */
  output(): string
  /** Resolves once it has printed this text; rejects when it exits without. */
  says(text: string): Promise<void>
  /** Types a line, where its input stays open. */
  enter(line: string): void
  /** Its exit code; null when a signal ended it. */
  readonly exited: Promise<number | null>
  kill(signal: NodeJS.Signals): void
}

/** Starts a built program with only PATH in its environment; `input` is its standard input, null: lines that follow. */
export function startProgram(
  file: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  input: string | null = '',
): Program {
  // Lives for seconds: optimizing PGlite's WebAssembly takes longer than it saves.
  const child = spawn(process.execPath, ['--liftoff-only', file, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
  })
  // A program may exit without reading its input.
  child.stdin.on('error', () => undefined)
  if (input !== null) child.stdin.end(input)
  let output = ''
  const listeners = new Set<() => void>()
  const hear = (part: Buffer): void => {
    output += part.toString()
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const exited = once(child, 'close').then(([code]) => code as number | null)
  return {
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    enter: (line) => void child.stdin.write(`${line}\n`),
    kill: (signal) => void child.kill(signal),
    says: (text) =>
      new Promise((resolve, reject) => {
        const listener = (): void => {
          if (!output.includes(text)) return
          listeners.delete(listener)
          resolve()
        }
        listeners.add(listener)
        listener()
        void exited.then(() => reject(new Error(`It ended without saying "${text}":\n${output}`)))
      }),
  }
}
