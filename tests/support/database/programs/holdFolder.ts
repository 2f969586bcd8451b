// Locks the folder named by its first argument and holds the lock until it is killed, or prints why it could not.
import { lockFolder } from '../../../../src/server/db/lock'

const [, , folder = '', place = ''] = process.argv
try {
  await lockFolder(folder, `http://${place || 'holder'}.test`)
  process.stdout.write('held\n')
  setInterval(() => undefined, 60_000)
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
