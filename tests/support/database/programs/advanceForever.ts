// Advances the rollouts in the PostgreSQL database named by its first argument, without a pause, until it is killed.
import { openDatabase } from '../../../../src/server/db/open'
import { advanceRollouts } from '../../../../src/server/rollouts/advance'

const [, , databaseUrl = ''] = process.argv
const db = await openDatabase({ dataDir: '', databaseUrl, publicUrl: 'http://advance.test' })
for (let pass = 1; ; pass += 1) {
  await advanceRollouts(db)
  process.stdout.write(`pass ${pass}\n`)
}
