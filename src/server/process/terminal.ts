import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Prompts for hidden input; writes the question to standard error. */
export async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  // Readline catches Ctrl+C in terminal mode, so no SIGINT reaches the process.
  terminal.once('SIGINT', () => process.exit(130))
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
