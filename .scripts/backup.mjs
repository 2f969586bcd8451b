// `npm run backup -- FILE` and `npm run restore -- FILE`; `-- --help` says how. Both use the database in the settings.
import { runProgram } from './program.mjs'

await runProgram('backup')
