// `npm run admin -- reset`: restores access for an administrator who cannot sign in; `-- --help` says how. Uses the database in the
// settings.
import { runProgram } from './program.mjs'

await runProgram('admin')
