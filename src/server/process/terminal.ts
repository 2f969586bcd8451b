import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks for a text that nobody shall see while it is typed; the question goes to standard error. */
export async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  // While it listens to the keys, Ctrl+C reaches nobody else.
  terminal.once('SIGINT', () => process.exit(130))
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
